import type { Event } from '#server/kinds/types/core-v1.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { columns } from './columns.ts'
import { eventDefinition, referenceFields } from './both-versions.ts'
import { coreStrategy } from './strategy.ts'

/** core/v1 Event: the version in which all events are stored. [EV1] */
export const events: ResourceDefinition = {
  ...eventDefinition,
  group: '',
  version: 'v1',
  schema: coreV1.schema('Event'),
  strategy: coreStrategy,
  columns: columns((object) => object as Event),
  selectableFields: {
    ...referenceFields('involvedObject', (object) => (object as Event).involvedObject ?? {}),
    reason: (object) => (object as Event).reason ?? '',
    reportingComponent: (object) => (object as Event).reportingComponent ?? '',
    // Events of events.orch.io/v1 have no source: the reporting controller is used instead.
    source: (object) => {
      const { source, reportingComponent = '' } = object as Event
      return (source?.component ?? '') === '' ? reportingComponent : (source?.component ?? '')
    },
    type: (object) => (object as Event).type ?? '',
  },
}
