import { type FieldError, invalid, required } from '#api/field-error.ts'
import { deepEqual, type Json } from '#api/json.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import type { Event as CoreEvent, EventSource, ObjectReference } from '#server/kinds/types/core-v1.ts'
import { validateAnyEvent } from './validation.ts'

const unset = (field: string): FieldError => invalid(field, '', 'needs to be unset')
const isSet = (text: string | null | undefined): boolean => text !== undefined && text !== null && text !== ''

/** Validates the additional rules of events.orch.io/v1 on create: a time, a known type, no deprecated fields. [EV4] */
export function validateStrict(event: CoreEvent): readonly FieldError[] {
  const { type = '' } = event
  return [
    ...validateAnyEvent(event, 'reportingController'),
    ...validateSeries(event),
    ...(isSet(event.eventTime) ? [] : [required('eventTime')]),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalid('type', '', `has invalid value: ${type}`)]),
    ...refuseOldFields(event),
  ]
}

const refuseOldFields = ({ firstTimestamp, lastTimestamp, count = 0, source }: CoreEvent): readonly FieldError[] => [
  ...(isSet(firstTimestamp) ? [unset('firstTimestamp')] : []),
  ...(isSet(lastTimestamp) ? [unset('lastTimestamp')] : []),
  ...(count === 0 ? [] : [unset('count')]),
  ...(isSet(source?.component) || isSet(source?.host) ? [unset('source')] : []),
]

function validateSeries({ series }: CoreEvent): readonly FieldError[] {
  if (series === undefined) return []
  return [
    ...((series.count ?? 0) < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(isSet(series.lastObservedTime) ? [] : [required('series.lastObservedTime')]),
  ]
}

/** Only the series is mutable. Fields are reported in the reference's order, one of them twice. [EV5] */
export function validateStrictUpdate(next: CoreEvent, live: CoreEvent): readonly FieldError[] {
  return [
    ...validateAnyEvent(next, 'reportingController'),
    ...(deepEqual(next.series, live.series) ? [] : validateSeries(next)),
    ...immutableFields.flatMap(([field, path, print]) =>
      semanticallyEqual(next[field], live[field]) ? [] : [invalid(path, print(next), 'field is immutable')],
    ),
  ]
}

type Print = (event: CoreEvent) => Json

const text =
  (field: 'reason' | 'message' | 'type' | 'action' | 'reportingComponent' | 'reportingInstance'): Print =>
  (event) =>
    event[field] ?? ''
const time =
  (field: 'firstTimestamp' | 'lastTimestamp' | 'eventTime'): Print =>
  (event) =>
    event[field] ?? null

/** Formats a reference as the reference implementation prints its internal type. */
const printedReference = (reference: ObjectReference): Json => ({
  Kind: reference.kind ?? '',
  Namespace: reference.namespace ?? '',
  Name: reference.name ?? '',
  UID: reference.uid ?? '',
  APIVersion: reference.apiVersion ?? '',
  ResourceVersion: reference.resourceVersion ?? '',
  FieldPath: reference.fieldPath ?? '',
})
const printedSource = ({ component = '', host = '' }: EventSource): Json => ({ Component: component, Host: host })

const immutableFields: readonly (readonly [keyof CoreEvent & string, string, Print])[] = [
  ['involvedObject', 'involvedObject', ({ involvedObject }) => printedReference(involvedObject ?? {})],
  ['reason', 'reason', text('reason')],
  ['message', 'message', text('message')],
  ['source', 'source', ({ source }) => printedSource(source ?? {})],
  ['firstTimestamp', 'firstTimestamp', time('firstTimestamp')],
  ['lastTimestamp', 'lastTimestamp', time('lastTimestamp')],
  ['count', 'count', ({ count }) => count ?? 0],
  ['reason', 'reason', text('reason')],
  ['type', 'type', text('type')],
  ['eventTime', 'eventTime', time('eventTime')],
  ['action', 'action', text('action')],
  ['related', 'related', ({ related }) => (related === undefined ? null : printedReference(related))],
  ['reportingComponent', 'reportingController', text('reportingComponent')],
  ['reportingInstance', 'reportingInstance', text('reportingInstance')],
]
