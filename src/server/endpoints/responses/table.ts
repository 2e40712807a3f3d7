import type { Json, JsonObject } from '#api/json.ts'
import type { ApiObject, ListMeta } from '#api/object-meta.ts'
import type { ResourceDefinition, TableColumn } from '#server/registry/resource-definition.ts'
import { includedObject, partialMetadata } from './partial-metadata.ts'

/** The parts of a type that representations depend on. */
export type ShownType = Pick<
  ResourceDefinition,
  'group' | 'kind' | 'listKind' | 'typedItems' | 'columns' | 'rowConditions' | 'compareRows' | 'shownMetadata'
>

/** The inputs of a representation besides the objects. */
export interface View {
  readonly query: URLSearchParams
  readonly nowMs: number
}

/** The columns of a type that defines none. */
const defaultColumns: readonly TableColumn[] = [
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: 'Name of the object.',
    cell: ({ metadata }) => metadata.name ?? '',
  },
  {
    name: 'Created At',
    type: 'date',
    description: 'The time of the creation of the object.',
    cell: ({ metadata }) => metadata.creationTimestamp ?? '',
  },
]

/** Converts objects to a Table. Rows include the object according to `includeObject`. [TA1] */
export function toTable(
  definition: ShownType,
  list: { readonly objects: readonly ApiObject[]; readonly meta: ListMeta; readonly version: string },
  { query, nowMs }: View,
): JsonObject {
  const include = includedObject(query)
  const columns = columnsOf(definition)
  const context = { nowMs }
  const shown = (object: ApiObject): Json => {
    if (include === 'None') return null
    return include === 'Object' ? object : partialMetadata(definition, object, list.version)
  }
  const row = (object: ApiObject): JsonObject => {
    const conditions = definition.rowConditions?.(object) ?? []
    return {
      cells: columns.map((column): Json => column.cell(object, context)),
      ...(conditions.length === 0 ? {} : { conditions: [...conditions] }),
      object: shown(object),
    }
  }
  return {
    ...tableHead(columns, list),
    rows: (definition.compareRows === undefined ? list.objects : list.objects.toSorted(definition.compareRows)).map(
      row,
    ),
  }
}

export const columnsOf = ({ columns }: ShownType): readonly TableColumn[] =>
  columns.length === 0 ? defaultColumns : columns

/** Returns the members of a Table that precede its rows. */
export const tableHead = (
  columns: readonly TableColumn[],
  { meta, version }: { readonly meta: ListMeta; readonly version: string },
): JsonObject => ({
  kind: 'Table',
  apiVersion: `meta.orch.io/${version}`,
  metadata: meta,
  columnDefinitions: columns.filter(({ undeclared }) => undeclared !== true).map(toColumnDefinition),
})

const toColumnDefinition = ({ name, type, format, description, priority }: TableColumn): JsonObject => ({
  name,
  type,
  format: format ?? '',
  description,
  priority: priority ?? 0,
})
