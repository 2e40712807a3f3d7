import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toCanonical } from '#schema/canonical.ts'
import type { StructSchema } from '#schema/schema.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { eventsV1 } from '#server/kinds/schemas/events-v1.ts'
import type { Event as CoreEvent } from '#server/kinds/types/core-v1.ts'
import type { Event } from '#server/kinds/types/events-v1.ts'

const coreSchema = coreV1.schema('Event')
const newSchema = eventsV1.schema('Event')

function encode<Kind extends ApiObject>(schema: StructSchema, apiVersion: string, fields: JsonObject): Kind {
  const encoded = { ...toCanonical(schema, fields) }
  delete encoded.kind
  delete encoded.apiVersion
  return { kind: 'Event', apiVersion, ...encoded } as Kind
}

/** Converts an events.orch.io/v1 event to core/v1. */
export function toCoreEvent(event: Event): CoreEvent {
  const { metadata, eventTime, series, action, related, reason, type, reportingController, reportingInstance } = event
  return encode(coreSchema, 'v1', {
    metadata,
    involvedObject: event.regarding,
    reason,
    message: event.note,
    source: event.deprecatedSource,
    firstTimestamp: event.deprecatedFirstTimestamp,
    lastTimestamp: event.deprecatedLastTimestamp,
    count: event.deprecatedCount,
    type,
    eventTime,
    series,
    action,
    related,
    reportingComponent: reportingController,
    reportingInstance,
  })
}

/** Converts a stored core/v1 event to events.orch.io/v1. */
export function fromCoreEvent(event: CoreEvent): Event {
  const { metadata, eventTime, series, action, related, reason, type, reportingComponent, reportingInstance } = event
  return encode(newSchema, 'events.orch.io/v1', {
    metadata,
    eventTime,
    series,
    reportingController: reportingComponent,
    reportingInstance,
    action,
    reason,
    regarding: event.involvedObject,
    related,
    note: event.message,
    type,
    deprecatedSource: event.source,
    deprecatedFirstTimestamp: event.firstTimestamp,
    deprecatedLastTimestamp: event.lastTimestamp,
    deprecatedCount: event.count,
  })
}
