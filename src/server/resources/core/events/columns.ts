import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { age, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Event as CoreEvent } from '#server/kinds/types/core-v1.ts'

const isSet = (time: string | null | undefined): time is string => time !== undefined && time !== null && time !== ''

const firstSeen = ({ firstTimestamp, eventTime }: CoreEvent, nowMs: number): string =>
  age(isSet(firstTimestamp) ? firstTimestamp : eventTime, nowMs)

function lastSeen(event: CoreEvent, nowMs: number): string {
  if (event.series !== undefined) return age(event.series.lastObservedTime, nowMs)
  return isSet(event.lastTimestamp) ? age(event.lastTimestamp, nowMs) : firstSeen(event, nowMs)
}

function target({ involvedObject }: CoreEvent): string {
  const { kind = '', name = '' } = involvedObject ?? {}
  return name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`
}

function reporter({ source, reportingComponent = '', reportingInstance = '' }: CoreEvent): string {
  const component = isSet(source?.component) ? source.component : reportingComponent
  const instance = isSet(source?.host) ? source.host : reportingInstance
  return instance === '' ? component : `${component}, ${instance}`
}

/** In events.orch.io/v1 a single event has no count. */
const count = ({ series, count: own = 0 }: CoreEvent): number =>
  series === undefined ? Math.max(own, 1) : (series.count ?? 0)

/** Returns the columns of both versions; `toCore` converts to the stored version. */
export function columns(toCore: (object: ApiObject) => CoreEvent): readonly TableColumn[] {
  const wide = { priority: 1 }
  return [
    kindColumn('Last Seen', 'The time since the last occurrence.', (event, { nowMs }) =>
      lastSeen(toCore(event), nowMs),
    ),
    kindColumn('Type', 'Normal or Warning.', (event) => toCore(event).type ?? ''),
    kindColumn('Reason', 'The reason as one word.', (event) => toCore(event).reason ?? ''),
    kindColumn('Object', 'The object that the event is about.', (event) => target(toCore(event))),
    kindColumn('Subobject', 'The part of the object.', (event) => toCore(event).involvedObject?.fieldPath ?? '', wide),
    kindColumn('Source', 'The component that reported the event.', (event) => reporter(toCore(event)), wide),
    kindColumn('Message', 'A description for people.', (event) => (toCore(event).message ?? '').trim()),
    kindColumn(
      'First Seen',
      'The time since the first occurrence.',
      (event, { nowMs }) => firstSeen(toCore(event), nowMs),
      wide,
    ),
    kindColumn('Count', 'The number of occurrences.', (event) => count(toCore(event)), wide),
    { ...nameColumn, ...wide },
  ]
}
