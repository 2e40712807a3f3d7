import { numberText } from '#go/double-text.ts'
import { goJson } from '#api/field-error.ts'
import { isNumeric, type Json, sortedMembers } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { age, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { CustomResourceColumnDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { parseJsonPath, valuesAt } from './json-path.ts'

type ColumnType = TableColumn['type']
const types: readonly ColumnType[] = ['string', 'integer', 'number', 'boolean', 'date']
const toType = (type: string | undefined): ColumnType => types.find((each) => each === type) ?? 'string'

/**
 * Returns the printer columns of a custom resource, up to the first with an invalid path; without any, the age. [CRD9]
 */
export function customColumns(columns: readonly CustomResourceColumnDefinition[]): readonly TableColumn[] {
  if (columns.length === 0) return [nameColumn, ageColumn]
  const read = columns.map((column) => ({ column, steps: parseJsonPath(column.jsonPath ?? '') }))
  const end = read.findIndex(({ steps }) => steps === null)
  const usable = end < 0 ? read : read.slice(0, end)
  return [nameColumn, ...usable.map(({ column, steps }) => customColumn(column, steps ?? []))]
}

const ageColumn: TableColumn = {
  name: 'Age',
  type: 'date',
  description: 'The time of the creation of the object.',
  cell: ({ metadata }, { nowMs }) => age(metadata.creationTimestamp, nowMs),
}

function customColumn(
  column: CustomResourceColumnDefinition,
  steps: NonNullable<ReturnType<typeof parseJsonPath>>,
): TableColumn {
  const type = toType(column.type)
  return {
    name: column.name ?? '',
    type,
    ...(column.format !== undefined && { format: column.format }),
    description:
      (column.description ?? '') || `Custom resource definition column (in JSONPath format): ${column.jsonPath ?? ''}`,
    ...(column.priority !== undefined && { priority: column.priority }),
    cell: (object, { nowMs }) => {
      const [value] = valuesAt(withoutTypes(object), steps)
      return value === undefined ? null : cellOf(value, type, nowMs)
    },
  }
}

const withoutTypes = (object: ApiObject): Json => object as Json

/** The reference converts a double to an int64. Those that do not fit all become the smallest one. [CRD9] */
function wholePart(value: number | bigint): number | bigint {
  if (typeof value === 'bigint') return value
  return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2n ** 63n)
}

function cellOf(value: Json, type: ColumnType, nowMs: number): Json {
  switch (type) {
    case 'integer':
      return isNumeric(value) ? wholePart(value) : null
    case 'number':
      return isNumeric(value) ? Number(value) : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? dateCell(value, nowMs) : null
    case 'string':
      return textOf(value)
  }
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** The first moment of Go's calendar, which counts as no time. */
const zeroTime = Date.parse('0001-01-01T00:00:00Z')

/** As in the reference, `null` and no text are no time. [CRD9] */
function dateCell(value: string, nowMs: number): string {
  if (value === '' || value === 'null') return age('', nowMs)
  const time = timestamp.test(value) ? Date.parse(value.replace(',', '.')) : Number.NaN
  if (Number.isNaN(time)) return '<invalid>'
  return age(time === zeroTime ? '' : value, nowMs)
}

function textOf(value: Json): string {
  if (value === null) return '<no value>'
  if (isNumeric(value)) return numberText(value)
  return typeof value === 'object' ? goJson(sortedMembers(value)) : String(value)
}
