import { METADATA_FEED_PATH, type ObjectFacts } from '#facts/metadata-feed.ts'
import type { OwnerReference } from '#api/object-meta.ts'
import { type ApiClient, createApiClient } from '#client/api-client.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { createBatch } from '#server/controllers/shared/batch.ts'
import { readFeedLines } from '#server/controllers/shared/read-feed.ts'
import { controlsOf, createWorkQueue } from '#server/controllers/shared/work-queue.ts'
import { type Collecting, judge, orphan } from './collect.ts'
import { createOwnerFinder } from './owner-finder.ts'
import { createOwnerGraph, type OwnerGraph, type Task } from './owner-graph.ts'

/** The reference's number of workers and intervals. */
const workers = 20
const retryMsMin = 5
const pauseMs = 1000
/**
 * Delay before the collector acts on a client's deletion, so that an absent or waiting owner can be observed next to
 * its dependents. Deletions by the collector itself are followed up at once. [GC6]
 */
const firstLookMs = 2_000
/**
 * Delay for references to an owner that was never observed: the owner may still be created, and nothing waits for a
 * deletion.
 */
const routineMs = 30_000
/** The longest interval between lookups of an owner whose kind is not served. */
const retryMsMax = 300_000

/**
 * Deletes objects whose owners are gone, and completes foreground and orphan deletions. Uses the API like any client.
 * [GC1]
 */
export function startGarbageCollector({ fetch, clock, changed, isPrompt = () => false }: ControllerHost): Controller {
  const headers = {
    'user-agent': 'garbage-collector',
    'x-orchard-acting-as': 'system:serviceaccount:kube-system:generic-garbage-collector',
    'x-orchard-acting-as-groups': 'system:masters',
  }
  const own = createOwnWrites()
  const client = own.watch(createApiClient(fetch, { headers }))
  const ending = new AbortController()
  const graph = createOwnerGraph()
  const collecting: Collecting = {
    client,
    graph,
    finder: createOwnerFinder(client),
    enqueue: (uid) => queue.add(`judge ${uid}`),
    warnOf: warner(client, () => clock.now()),
  }
  const queue = createWorkQueue({
    name: 'garbage-collector',
    clock,
    changed,
    workers,
    retryMsMin,
    retryMsMax,
    sync(key) {
      const uid = key.slice(key.indexOf(' ') + 1)
      return key.startsWith('judge ') ? judge(collecting, uid) : orphan(collecting, uid)
    },
  })
  const later = createBatch(clock, routineMs, queue.add)
  const soon = createBatch(clock, firstLookMs, queue.add)
  const pause = (): Promise<void> => new Promise((resolve) => void clock.after(pauseMs, resolve))
  const onTask = ({ type, uid, cause }: Task, isOwn: boolean): void => {
    const isLate = cause === 'routine' || (cause === 'absence' && !isPrompt())
    ;(isLate ? later : isOwn || isPrompt() ? queue : soon).add(`${type} ${uid}`)
  }
  void follow({ fetch, graph, own, signal: ending.signal, pause, onTask })
  return {
    ...controlsOf(queue),
    stop() {
      ending.abort()
      later.stop()
      soon.stop()
      queue.stop()
    },
  }
}

interface Following {
  readonly fetch: typeof fetch
  readonly graph: OwnerGraph
  readonly own: OwnWrites
  readonly signal: AbortSignal
  readonly pause: () => Promise<void>
  /** `isOwn`: the task follows from a write of the collector itself. */
  readonly onTask: (task: Task, isOwn: boolean) => void
}

/** Keeps the graph in sync with the store. Starts over when the feed ends. */
async function follow(following: Following): Promise<void> {
  const { graph, signal, pause } = following
  while (!signal.aborted) {
    graph.clear()
    try {
      await readFeed(following)
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
    if (!signal.aborted) await pause()
  }
}

async function readFeed({ fetch, graph, own, signal, onTask }: Following): Promise<void> {
  const { body } = await fetch(METADATA_FEED_PATH, { signal })
  if (body === null) return
  // Events before `synced` are one snapshot: owners are looked up only after all of it was received.
  let early: Task[] | null = []
  for await (const event of readFeedLines(body, signal)) {
    if (event.type === 'synced') {
      for (const { cause, ...task } of early ?? [])
        onTask({ ...task, cause: cause === 'absence' ? 'routine' : cause }, true)
      early = null
      continue
    }
    const isOwn = own.caused(event.type === 'changed' ? event.object : graph.get(event.uid), event.type)
    const tasks = event.type === 'changed' ? graph.changed(event.object) : graph.deleted(event.uid)
    if (early === null) for (const task of tasks) onTask(task, isOwn)
    else early.push(...tasks)
  }
}

/** Records which objects the collector has written, until their last event has arrived. */
interface OwnWrites {
  /** Wraps a client so that its writes are recorded. */
  watch(client: ApiClient): ApiClient
  /** Reports whether an event about `object` follows from a write of the collector. */
  caused(object: ObjectFacts | undefined, event: 'changed' | 'deleted'): boolean
}

function createOwnWrites(): OwnWrites {
  const paths = new Set<string>()
  const remembered = <Arguments extends readonly [path: string, ...rest: unknown[]], Answer>(
    write: (...args: Arguments) => Promise<Answer>,
  ): ((...args: Arguments) => Promise<Answer>) => {
    return (...args) => {
      paths.add(args[0])
      return write(...args)
    }
  }
  return {
    watch: (client) => ({
      ...client,
      delete: remembered(client.delete),
      mergePatch: remembered(client.mergePatch),
      strategicPatch: remembered(client.strategicPatch),
    }),
    caused(object, event) {
      if (object === undefined || !paths.has(object.path)) return false
      if (event === 'deleted' || !object.isDeleting) paths.delete(object.path)
      return true
    },
  }
}

/** Writes an event about an owner reference that can never be valid, once for each reference. [GC5] */
function warner(client: ApiClient, now: () => number): Collecting['warnOf'] {
  const reported = new Set<string>()
  return async (dependent: ObjectFacts, owner: OwnerReference) => {
    const once = `${dependent.uid} ${owner.uid}`
    if (reported.has(once)) return
    reported.add(once)
    const { namespace, apiVersion, kind, name, uid } = dependent
    const at = new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')
    const where = namespace === '' ? 'default' : namespace
    const what = `[${owner.apiVersion}/${owner.kind}, namespace: ${namespace}, name: ${owner.name}, uid: ${owner.uid}]`
    await client.create(`/api/v1/namespaces/${encodeURIComponent(where)}/events`, {
      metadata: { generateName: `${name}.`, namespace: where },
      involvedObject: { apiVersion, kind, name, uid, ...(namespace === '' ? {} : { namespace }) },
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      message: `ownerRef ${what} does not exist in namespace ${JSON.stringify(namespace)}`,
      source: { component: 'garbage-collector-controller' },
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
    })
  }
}
