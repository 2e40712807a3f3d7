import { eventsV1 } from '#server/kinds/schemas/events-v1.ts'
import type { Event as CoreEvent } from '#server/kinds/types/core-v1.ts'
import type { Event } from '#server/kinds/types/events-v1.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { columns } from '#server/resources/core/events/columns.ts'
import { fromCoreEvent, toCoreEvent } from '#server/resources/core/events/conversion.ts'
import { eventDefinition, referenceFields } from '#server/resources/core/events/both-versions.ts'
import { strategy } from '#server/resources/core/events/strategy.ts'

/** events.orch.io/v1 Event: another version of the stored objects, with stricter validation. [EV2] */
export const newEvents: ResourceDefinition = {
  ...eventDefinition,
  group: 'events.orch.io',
  version: 'v1',
  schema: eventsV1.schema('Event'),
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
