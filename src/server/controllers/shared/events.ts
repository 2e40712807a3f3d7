import { keepNewest } from '#api/caching/keep-newest.ts'
import type { Clock } from '#api/clock.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatTime } from '#api/time.ts'
import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'
import type { ReactingTo } from './cause.ts'
import { pathOf } from './owners.ts'

export type EventType = 'Normal' | 'Warning'

export interface EventRecorder {
  /** Writes an event about an object in the background. Nothing waits for it, and its failure has no effect. */
  emit(about: ObjectOf, type: EventType, reason: string, message: string): void
}

/** An object with its type, which objects of a watch do not carry. */
export interface ObjectOf {
  readonly apiVersion: string
  readonly kind: string
  readonly object: ApiObject
}

/** The recorder forgets what was least recently told, as the original's does. */
export const rememberedMax = 4096

interface Place {
  readonly namespace: string
  readonly name: string
}

interface Written {
  readonly path: string
  count: number
}

/** The number of similar events from which they are combined into one. */
const similarMax = 10
const similarWithinMs = 10 * 60_000
/** The number of events about one object that are sent at once; one more each five minutes. */
const burst = 25
const refillMs = 5 * 60_000

interface Group {
  readonly messages: Set<string>
  lastMs: number
}

interface Bucket {
  tokens: number
  lastMs: number
}

interface Correlator {
  readonly isSpam: (about: string) => boolean
  /** Returns the key under which the event is counted, and its message. */
  readonly combine: (similar: string, message: string) => readonly [string, string]
}

/** Finds events that are too many or similar. */
function createCorrelator(clock: Clock): Correlator {
  const groups = new Map<string, Group>()
  const buckets = new Map<string, Bucket>()
  const isSpam = (about: string): boolean => {
    const bucket = buckets.get(about) ?? { tokens: burst, lastMs: clock.now() }
    bucket.tokens = Math.min(burst, bucket.tokens + (clock.now() - bucket.lastMs) / refillMs)
    bucket.lastMs = clock.now()
    keepNewest(buckets, [about, bucket], rememberedMax)
    if (bucket.tokens < 1) return true
    bucket.tokens -= 1
    return false
  }
  const combine = (similar: string, message: string): readonly [string, string] => {
    const found = groups.get(similar)
    const group =
      found !== undefined && clock.now() - found.lastMs <= similarWithinMs
        ? found
        : { messages: new Set<string>(), lastMs: 0 }
    keepNewest(groups, [similar, group], rememberedMax)
    group.lastMs = clock.now()
    group.messages.add(message)
    if (group.messages.size < similarMax) return [`${similar} ${message}`, message]
    group.messages.delete([...group.messages][0] ?? '')
    return [similar, `(combined from similar events): ${message}`]
  }
  return { isSpam, combine }
}

/** Writes core/v1 events as the original's recorder does: repeated ones raise a count, similar ones are combined. [LC5] */
export function createEventRecorder(reactingTo: ReactingTo, clock: Clock, component: string): EventRecorder {
  const written = new Map<string, Promise<Written | null>>()
  const { isSpam, combine } = createCorrelator(clock)
  let sequence = 0
  const write = async (
    client: ApiClient,
    key: string,
    event: JsonObject,
    { namespace, name }: Place,
  ): Promise<Written | null> => {
    const before = await (written.get(key) ?? Promise.resolve(null))
    const time = formatTime(clock.now())
    if (before !== null) {
      before.count += 1
      const patch = { count: before.count, lastTimestamp: time, message: event['message'] ?? '' }
      if (await succeeded(client.adjust(before.path, patch))) return before
    }
    await client.post(pathOf('/api/v1', 'events', namespace), event)
    return { path: pathOf('/api/v1', 'events', namespace, name), count: 1 }
  }
  return {
    emit({ apiVersion, kind, object }, type, reason, text) {
      const { namespace, name = '', uid, resourceVersion } = object.metadata
      const about = `${kind} ${namespace ?? ''}/${name} ${uid ?? ''}`
      const [key, message] = combine(`${about} ${type} ${reason}`, text)
      if (isSpam(about)) return
      sequence += 1
      const time = formatTime(clock.now())
      const place = { namespace: namespace ?? 'default', name: `${name}.${eventId(clock.now(), sequence)}` }
      const event: JsonObject = {
        metadata: { ...place },
        involvedObject: { apiVersion, kind, namespace, name, uid, resourceVersion },
        reason,
        message,
        type,
        source: { component },
        reportingComponent: component,
        reportingInstance: '',
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
      }
      const next = write(reactingTo(resourceVersion), key, event, place).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
      keepNewest(written, [key, next], rememberedMax)
    },
  }
}

/** Sixteen hexadecimal digits, as the original's nanoseconds. */
export const eventId = (nowMs: number, sequence: number): string =>
  (BigInt(Math.trunc(nowMs)) * 1_000_000n + BigInt(sequence)).toString(16)

async function succeeded(call: Promise<void>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
