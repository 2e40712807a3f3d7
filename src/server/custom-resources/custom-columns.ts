import { printExactJson } from '#api/exact-json.ts'
import { isNumeric, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { age, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { CustomResourceColumnDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { parseJsonPath, valuesAt } from './json-path.ts'

type ColumnType = TableColumn['type']
const types: readonly ColumnType[] = ['string', 'integer', 'number', 'boolean', 'date']
const toType = (type: string | undefined): ColumnType => types.find((each) => each === type) ?? 'string'

/** The columns of a custom resource: its own, or its age. [CRD9] */
export function customColumns(columns: readonly CustomResourceColumnDefinition[]): readonly TableColumn[] {
  if (columns.length === 0) return [nameColumn, ageColumn]
  return [nameColumn, ...columns.map(customColumn)]
}

const ageColumn: TableColumn = {
  name: 'Age',
  type: 'date',
  description: 'When the server created the object.',
  cell: ({ metadata }, { nowMs }) => age(metadata.creationTimestamp, nowMs),
}

function customColumn(column: CustomResourceColumnDefinition): TableColumn {
  const steps = parseJsonPath(column.jsonPath ?? '')
  const type = toType(column.type)
  return {
    name: column.name ?? '',
    type,
    ...(column.format !== undefined && { format: column.format }),
    description: column.description ?? '',
    ...(column.priority !== undefined && { priority: column.priority }),
    cell: (object, { nowMs }) => {
      const [value] = steps === null ? [] : valuesAt(withoutTypes(object), steps)
      return value === undefined ? null : cellOf(value, type, nowMs)
    },
  }
}

const withoutTypes = (object: ApiObject): Json => object as Json

const wholePart = (value: number | bigint): number | bigint => (typeof value === 'bigint' ? value : Math.trunc(value))

function cellOf(value: Json, type: ColumnType, nowMs: number): Json {
  switch (type) {
    case 'integer':
      return isNumeric(value) ? wholePart(value) : null
    case 'number':
      return isNumeric(value) ? Number(value) : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? age(value, nowMs) : '<invalid>'
    case 'string':
      return typeof value === 'object' ? printExactJson(value) : String(value)
  }
}
