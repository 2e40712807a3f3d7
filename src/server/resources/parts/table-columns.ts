import { humanDuration } from '#api/human-duration.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'

/** First column of every built-in kind. [TB1] */
export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'The name of the object, one of a kind among those of its namespace.',
  cell: (object) => object.metadata.name ?? '',
}

/** Time since creation in the words of `humanDuration`, `<unknown>` for an object never created. [TB2] */
export const ageColumn: TableColumn = {
  name: 'Age',
  type: 'string',
  description: 'How long ago the server created the object.',
  cell: (object, { nowMs }) => age(object.metadata.creationTimestamp, nowMs),
}

/** When the server created the object: the second column of kinds without columns of their own. [TB3] */
export const createdAtColumn: TableColumn = {
  name: 'Created At',
  type: 'date',
  description: 'When the server created the object.',
  cell: (object) => object.metadata.creationTimestamp ?? null,
}

/** How long ago `time` was, as Table cells say it. */
export function age(time: string | undefined | null, nowMs: number): string {
  if (time === undefined || time === null || time === '') return '<unknown>'
  return humanDuration(nowMs - Date.parse(time))
}

/** A column of one's own: `kindColumn<Service>('Type', '…', (service) => …)`. */
export function kindColumn<Kind extends ApiObject>(
  name: string,
  description: string,
  cell: (object: Kind, context: { readonly nowMs: number }) => Json,
  more: { readonly type?: TableColumn['type']; readonly priority?: number } = {},
): TableColumn {
  return {
    name,
    type: more.type ?? 'string',
    description,
    ...(more.priority === undefined ? {} : { priority: more.priority }),
    // The definition that owns the column is for this very kind.
    cell: (object, context) => cell(object as Kind, context),
  }
}
