import type { ApiObject } from '#api/object-meta.ts'
import type { ObjectReference } from '#server/kinds/types/core-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'

type Select = (object: ApiObject) => string

/** What both versions of events have in common. */
export const eventDefinition = {
  resource: 'events',
  singular: 'event',
  kind: 'Event',
  namespaced: true,
  shortNames: ['ev'],
  verbs: storedVerbs,
}

/** Selectable fields of the object that an event is about, under the name that its version has for it. */
export function referenceFields(
  prefix: string,
  reference: (object: ApiObject) => ObjectReference,
): Record<string, Select> {
  const fields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const
  return Object.fromEntries(
    fields.map((field): [string, Select] => [`${prefix}.${field}`, (object) => reference(object)[field] ?? '']),
  )
}
