import { deepEqual, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import { followCollection } from '#client/follow.ts'
import { DELETIONS_FEED_PATH, type MetadataEvent } from '#facts/metadata-feed.ts'
import { createBatch } from '#server/controllers/shared/batch.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { isConflict, isNotFound } from './garbage-collector/owner-finder.ts'
import { managerAgent, ownClient, userOf } from '#server/controllers/shared/own-client.ts'
import { followUses } from './quota-uses.ts'
import { usageOf } from './quota-usage.ts'
import { readFeedLines } from '#server/controllers/shared/read-feed.ts'
import { controlsOf, createWorkQueue } from '#server/controllers/shared/work-queue.ts'

const resyncMs = 300_000
/** Deletions come in bursts: usage is recalculated once per burst. */
const settleMs = 250
const pauseMs = 1000

/**
 * Keeps the status of quotas accurate: recalculates after a change of the spec, after deletions, after changes of pods
 * and services that change what they count as, and periodically. [AD7]
 */
export function startQuotaController({ fetch, clock, changed }: ControllerHost): Controller {
  const { client, headers } = ownClient(fetch, managerAgent, userOf('resourcequota-controller'))
  const ending = new AbortController()
  const { signal } = ending
  /** Quota keys by namespace. */
  const known = new Map<string, Set<string>>()
  const queue = createWorkQueue({
    name: 'resourcequota',
    clock,
    changed,
    sync: (key) => syncQuota(client, key, clock.now()),
  })
  const freed = createBatch(clock, settleMs, (namespace) => known.get(namespace)?.forEach(queue.add))
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))
  const uses = followUses({ fetch, headers, signal, pause }, freed.add)
  const learn = (quota: ApiObject): void => {
    // Without quotas, no pod or service is read.
    uses.start()
    const { namespace = '', name = '' } = quota.metadata
    known.set(namespace, (known.get(namespace) ?? new Set<string>()).add(`${namespace}/${name}`))
    if (!isRecorded(quota)) queue.add(`${namespace}/${name}`)
  }
  const forget = ({ metadata: { namespace = '', name = '' } }: ApiObject): void => {
    known.get(namespace)?.delete(`${namespace}/${name}`)
    if (known.get(namespace)?.size === 0) known.delete(namespace)
  }
  void followCollection({
    fetch,
    path: '/api/v1/resourcequotas',
    headers,
    signal,
    onList(items) {
      known.clear()
      items.forEach(learn)
    },
    onEvent: ({ type, object }) => (type === 'DELETED' ? forget(object) : learn(object)),
    pause,
  })
  void followDeletions(fetch, signal, pause, (namespace) => {
    if (known.has(namespace)) freed.add(namespace)
  })
  let cancel = (): void => undefined
  const resync = (): void => {
    for (const keys of known.values()) keys.forEach(queue.add)
    cancel = clock.after(resyncMs, resync)
  }
  cancel = clock.after(resyncMs, resync)
  return {
    ...controlsOf(queue),
    stop() {
      ending.abort()
      cancel()
      freed.stop()
      queue.stop()
    },
  }
}

/** Reports whether the limits in the status of a quota are those of its spec. */
function isRecorded({ spec, status }: ApiObject): boolean {
  const [wanted, recorded] = [isObject(spec) ? spec['hard'] : undefined, isObject(status) ? status['hard'] : undefined]
  return deepEqual(wanted ?? {}, recorded ?? {})
}

async function followDeletions(
  fetch: ControllerHost['fetch'],
  signal: AbortSignal,
  pause: (ms: number) => Promise<void>,
  onDeletion: (namespace: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    const { body } = await fetch(DELETIONS_FEED_PATH, { signal })
    if (body !== null) await readDeletions(readFeedLines(body, signal), onDeletion)
    if (!signal.aborted) await pause(pauseMs)
  }
}

async function readDeletions(
  events: AsyncIterable<MetadataEvent>,
  onDeletion: (namespace: string) => void,
): Promise<void> {
  for await (const event of events) if (event.type === 'deleted') onDeletion(event.namespace)
}

async function syncQuota(client: ApiClient, key: string, nowMs: number): Promise<boolean> {
  const [namespace = '', name = ''] = key.split('/')
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/resourcequotas/${encodeURIComponent(name)}`
  try {
    const quota = await client.get(path)
    const status = await usageOf(client, quota, nowMs)
    const before = isObject(quota['status']) ? quota['status'] : {}
    const isTrue = deepEqual(before['hard'] ?? {}, status.hard) && deepEqual(before['used'] ?? {}, status.used)
    if (!isTrue)
      await client.update(`${path}/status`, {
        ...quota,
        status: { hard: { ...status.hard }, used: { ...status.used } },
      })
    return true
  } catch (error) {
    if (isNotFound(error, name)) return true
    // Admission updated the usage concurrently: recalculate.
    if (isConflict(error)) return false
    throw error
  }
}
