import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { WatchEvent } from '#api/watch-event.ts'
import { initialEventsEnd, vocabularies } from '#ui/model/names/vocabulary.ts'
import type { LaneEvent } from './lanes-state.ts'

const markers = vocabularies.map(initialEventsEnd)

export interface ReadLine {
  readonly event: WatchEvent
  readonly bytes: number
}

const metadataOf = (object: JsonObject): Partial<ApiObject['metadata']> => (object as Partial<ApiObject>).metadata ?? {}

export const endsInitialEvents = ({ type, object }: WatchEvent): boolean =>
  type === 'BOOKMARK' && markers.some((name) => metadataOf(object).annotations?.[name] === 'true')

export const errorOf = ({ type, object }: WatchEvent): Status | null => (type === 'ERROR' ? (object as Status) : null)

export function toLaneEvent({ event, bytes }: ReadLine, timeMs: number, initial: boolean): LaneEvent {
  const { resourceVersion, namespace, name } = metadataOf(event.object)
  return {
    type: event.type,
    resourceVersion: event.type === 'ERROR' ? '' : (resourceVersion ?? ''),
    kind: typeof event.object['kind'] === 'string' ? event.object['kind'] : '',
    namespace: namespace ?? '',
    name: name ?? '',
    bytes,
    timeMs,
    initial,
  }
}
