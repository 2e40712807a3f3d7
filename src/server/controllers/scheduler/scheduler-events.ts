import type { Clock } from '#api/clock.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatMicroTime } from '#api/time.ts'
import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'
import type { ReactingTo } from '#server/controllers/shared/cause.ts'
import { keepNewest } from '#api/caching/keep-newest.ts'
import { eventId, rememberedMax } from '#server/controllers/shared/events.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'

interface Note {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly action: string
  readonly note: string
}

export interface SchedulerEvents {
  emit(pod: Pod, note: Note, related?: Pod): void
}

const reference = ({ metadata }: ApiObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  namespace: metadata.namespace,
  name: metadata.name,
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
})

const group = '/apis/events.orch.io/v1'
/** Equal events within this time are a series. */
const seriesMs = 6 * 60_000

interface Written {
  readonly path: string
  readonly atMs: number
  count: number
}

/** Writes events.orch.io/v1 events in the background; an equal one within six minutes becomes a series. [LC69] */
export function createSchedulerEvents(reactingTo: ReactingTo, clock: Clock, reporter: string): SchedulerEvents {
  const written = new Map<string, Promise<Written | null>>()
  let sequence = 0
  const write = async (
    client: ApiClient,
    key: string,
    event: JsonObject,
    { namespace, name }: { readonly namespace: string; readonly name: string },
  ): Promise<Written | null> => {
    const before = await (written.get(key) ?? Promise.resolve(null))
    if (before !== null && clock.now() - before.atMs < seriesMs) {
      before.count += 1
      const series = { count: before.count, lastObservedTime: formatMicroTime(clock.now()) }
      await client.adjust(before.path, { series })
      return before
    }
    await client.post(pathOf(group, 'events', namespace), event)
    return { path: pathOf(group, 'events', namespace, name), atMs: clock.now(), count: 1 }
  }
  return {
    emit(pod, { type, reason, action, note }, related) {
      const { name = '', namespace = '', uid = '' } = pod.metadata
      sequence += 1
      const place = { namespace, name: `${name}.${eventId(clock.now(), sequence)}` }
      const event: JsonObject = {
        apiVersion: 'events.orch.io/v1',
        kind: 'Event',
        metadata: { ...place },
        eventTime: formatMicroTime(clock.now()),
        reportingController: reporter,
        reportingInstance: `${reporter}-orchard`,
        type,
        reason,
        action,
        note,
        regarding: reference(pod),
        ...(related === undefined ? {} : { related: reference(related) }),
      }
      const key = [uid, type, reason, action, note].join('\n')
      const next = write(reactingTo(pod.metadata.resourceVersion), key, event, place).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
      keepNewest(written, [key, next], rememberedMax)
    },
  }
}
