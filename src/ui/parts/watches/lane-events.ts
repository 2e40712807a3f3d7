import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { WatchEvent } from '#api/watch-event.ts'
import type { LaneEvent } from './lanes-state.ts'

/** Annotation of the bookmark that ends the initial events of a stream. */
const initialEventsEnd = 'orch.io/initial-events-end'

export interface ReadLine {
  readonly event: WatchEvent
  readonly bytes: number
}

const metadataOf = (object: JsonObject): Partial<ApiObject['metadata']> => (object as Partial<ApiObject>).metadata ?? {}

export const endsInitialEvents = ({ type, object }: WatchEvent): boolean =>
  type === 'BOOKMARK' && metadataOf(object).annotations?.[initialEventsEnd] === 'true'

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
