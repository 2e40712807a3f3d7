import type { ApiObject } from '#api/object-meta.ts'
import type { ObjectReference } from '#server/kinds/types/core-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'

type Select = (object: ApiObject) => string

/** The parts of the definition that both versions of events share. */
export const eventDefinition = {
  resource: 'events',
  singular: 'event',
  kind: 'Event',
  namespaced: true,
  shortNames: ['ev'] as string[],
  verbs: storedVerbs as typeof storedVerbs,
}

/** Returns the selectable fields of the regarding object, under the name that they have in the version. */
export function referenceFields(
  prefix: string,
  reference: (object: ApiObject) => ObjectReference,
): Record<string, Select> {
  const fields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const
  return Object.fromEntries(
    fields.map((field): [string, Select] => [`${prefix}.${field}`, (object) => reference(object)[field] ?? '']),
  )
}
