import { humanDuration } from '#api/human-duration.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'

/** The first column of every built-in kind. [TB1] */
export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'The name of the object, unique in its namespace.',
  cell: (object) => object.metadata.name ?? '',
}

/** Time since creation formatted by `humanDuration`, `<unknown>` for objects that were never created. [TB2] */
export const ageColumn: TableColumn = {
  name: 'Age',
  type: 'string',
  description: 'The time since the creation of the object.',
  cell: (object, { nowMs }) => age(object.metadata.creationTimestamp, nowMs),
  elapsed: { since: (object) => object.metadata.creationTimestamp, show: age },
}

/** The creation time: the second column of kinds without columns of their own. [TB3] */
export const createdAtColumn: TableColumn = {
  name: 'Created At',
  type: 'date',
  description: 'The time of the creation of the object.',
  cell: (object) => object.metadata.creationTimestamp ?? null,
}

/** Formats the time since `time` as Table cells show it. */
export function age(time: string | undefined | null, nowMs: number): string {
  if (time === undefined || time === null || time === '') return '<unknown>'
  return humanDuration(nowMs - Date.parse(time))
}

/** Defines a column of a kind: `kindColumn<Service>('Type', '…', (service) => …)`. */
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
    // The definition that owns the column is for this kind.
    cell: (object, context) => cell(object as Kind, context),
  }
}
