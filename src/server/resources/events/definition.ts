import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { structSchema } from '../kind-schema.ts'
import { storedVerbs } from '../resource-verbs.ts'
import type { Event as CoreEvent, ObjectReference } from '../types/core-v1.ts'
import type { Event } from '../types/events-v1.ts'
import { columns } from './columns.ts'
import { fromCoreEvent, toCoreEvent } from './conversion.ts'
import { coreStrategy, strategy } from './strategy.ts'

type Select = (object: ApiObject) => string

const shared = {
  resource: 'events',
  singular: 'event',
  kind: 'Event',
  namespaced: true,
  shortNames: ['ev'],
  verbs: storedVerbs,
}

/** Selectable fields of the object that an event is about, under the name that its version has for it. */
function referenceFields(prefix: string, reference: (object: ApiObject) => ObjectReference): Record<string, Select> {
  const fields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const
  return Object.fromEntries(
    fields.map((field): [string, Select] => [`${prefix}.${field}`, (object) => reference(object)[field] ?? '']),
  )
}

/** core/v1 Event: the form in which all events are stored. [EV1] */
export const events: ResourceDefinition = {
  ...shared,
  group: '',
  version: 'v1',
  schema: structSchema('core.v1.Event'),
  strategy: coreStrategy,
  columns: columns((object) => object as CoreEvent),
  selectableFields: {
    ...referenceFields('involvedObject', (object) => (object as CoreEvent).involvedObject ?? {}),
    reason: (object) => (object as CoreEvent).reason ?? '',
    reportingComponent: (object) => (object as CoreEvent).reportingComponent ?? '',
    // Events of the newer kind have no source: their reporter counts as one.
    source: (object) => {
      const { source, reportingComponent = '' } = object as CoreEvent
      return (source?.component ?? '') === '' ? reportingComponent : (source?.component ?? '')
    },
    type: (object) => (object as CoreEvent).type ?? '',
  },
}

/** events.orch.io/v1 Event: the same stored objects in other words, and stricter rules for writers. [EV2] */
export const newEvents: ResourceDefinition = {
  ...shared,
  group: 'events.orch.io',
  version: 'v1',
  schema: structSchema('events.v1.Event'),
  strategy,
  columns: columns((object) => toCoreEvent(object as Event)),
  selectableFields: {
    ...referenceFields('regarding', (object) => (object as Event).regarding ?? {}),
    reason: (object) => (object as Event).reason ?? '',
    reportingController: (object) => (object as Event).reportingController ?? '',
    type: (object) => (object as Event).type ?? '',
  },
  storage: {
    group: '',
    resource: 'events',
    fromStorage: (stored) => fromCoreEvent(stored as CoreEvent),
    toStorage: (object) => toCoreEvent(object as Event),
  },
}
