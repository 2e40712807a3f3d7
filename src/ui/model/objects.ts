import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchEvent } from '#api/watch-event.ts'
import { followCollection } from '#client/follow.ts'
import type { ReadableStore } from './owned-store.ts'
import { collectionPath, discoverResources, type WatchableResource } from './discovery.ts'
import { createBatch, createTurns, nextFrame, type Opening, pause } from './frame.ts'
import {
  noObjects,
  type ObjectChange,
  type ObjectsState,
  withChanges,
  withCollection,
  withCollections,
  withList,
  withoutCollections,
} from './objects-state.ts'

export type ObjectsStore = StoreApi<ObjectsState>

export const createObjectsStore = (): ObjectsStore => createStore<ObjectsState>(() => noObjects)

/** Resolves once the page knows which kinds the server has. */
export const whenDiscovered = (store: ReadableStore<ObjectsState>): Promise<void> =>
  new Promise((resolve) => {
    if (store.getState().discovered) return resolve()
    const stop = store.subscribe(({ discovered }) => {
      if (!discovered) return
      stop()
      resolve()
    })
  })

const PAUSE_MS_MAX = 5000

/** Draws at once, without a first drawing that waits. */
const noOpening: Opening = {
  draw: nextFrame,
  set: (run) => run(),
  ready: () => undefined,
  opened: Promise.resolve(),
}

/**
 * Keeps `store` equal to the server's objects by one list and one watch per kind, never by polling. `rediscover` starts
 * to follow kinds that custom resource definitions added, and drops kinds that are no longer served. Ends with
 * `signal`. `opening` schedules changes of the store; watches begin after its first drawing. [UI4]
 */
export function followObjects(store: ObjectsStore, fetcher: typeof fetch, signal: AbortSignal, opening = noOpening) {
  const followed = new Map<string, AbortController>()
  const apply = createBatch<ObjectsNews>((news) => store.setState((state) => withNews(state, news)), opening.draw)
  const beforeWatch = createTurns(opening.opened)
  const listing = new Set<string>()
  let isListed = false
  const listed = (id: string): void => {
    listing.delete(id)
    if (isListed || listing.size > 0) return
    isListed = true
    opening.ready()
  }
  const end = (ids: readonly string[]) => {
    for (const id of ids) {
      followed.get(id)?.abort()
      followed.delete(id)
    }
    if (ids.length > 0) opening.set(() => store.setState((state) => withoutCollections(state, ids)))
  }
  const follow = (resource: WatchableResource): void => {
    const ending = new AbortController()
    followed.set(resource.id, ending)
    const ended = AbortSignal.any([signal, ending.signal])
    void followKind({ store, fetcher, resource, apply, listed, beforeWatch, signal: ended })
  }
  const rediscover = async (): Promise<void> => {
    const resources = await discoverPatiently(fetcher, signal)
    const found = new Set(resources.map(({ id }) => id))
    end([...followed.keys()].filter((id) => !found.has(id)))
    const added = resources.filter(({ id }) => !followed.has(id))
    opening.set(() => store.setState((state) => ({ ...withCollections(state, added), discovered: true })))
    for (const { id } of added) listing.add(id)
    added.forEach(follow)
  }
  /** Starts over after the server's data was reset. */
  const restart = async (): Promise<void> => {
    end([...followed.keys()])
    await rediscover()
  }
  return { rediscover, restart }
}

/** Retries discovery until it succeeds: without it the page has no objects at all. */
async function discoverPatiently(fetcher: typeof fetch, signal: AbortSignal): Promise<readonly WatchableResource[]> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await discoverResources(fetcher)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      await pause(Math.min(PAUSE_MS_MAX, 150 * 2 ** failures), signal)
    }
  }
  return []
}

/** A kind's whole list; void once `signal` is aborted. */
interface Listed {
  readonly resource: WatchableResource
  readonly items: readonly ApiObject[]
  readonly signal: AbortSignal
}

type ObjectsNews = ObjectChange | Listed

/** Applies lists and events in their order. */
function withNews(state: ObjectsState, news: readonly ObjectsNews[]): ObjectsState {
  let next = state
  let changes: ObjectChange[] = []
  const applyChanges = (): void => {
    if (changes.length > 0) next = withChanges(next, changes, performance.now())
    changes = []
  }
  for (const one of news) {
    if (!('items' in one)) {
      changes.push(one)
      continue
    }
    applyChanges()
    if (!one.signal.aborted) next = withList(next, one.resource, one.items)
  }
  applyChanges()
  return next
}

interface Follow {
  readonly store: ObjectsStore
  readonly fetcher: typeof fetch
  readonly resource: WatchableResource
  readonly apply: (news: readonly ObjectsNews[]) => void
  /** Called with the id of the resource after each list, and after a failure. */
  readonly listed: (id: string) => void
  readonly beforeWatch: () => Promise<void>
  readonly signal: AbortSignal
}

/** Follows one kind. While its stream is being reopened, the last objects stay visible as `lost`. */
async function followKind({ store, fetcher, resource, apply, listed, beforeWatch, signal }: Follow): Promise<void> {
  // Items of a list have no kind, so it is added.
  const head = {
    kind: resource.kind,
    apiVersion: resource.group === '' ? resource.version : `${resource.group}/${resource.version}`,
  }
  await followCollection({
    fetch: fetcher,
    path: collectionPath(resource),
    signal,
    onList(items) {
      apply([{ resource, items: items.map((item) => ({ ...head, ...item })), signal }])
      listed(resource.id)
    },
    beforeWatch,
    onEvent: (event) => apply([toChange(resource.id, event)]),
    onFailure() {
      listed(resource.id)
      const known = store.getState().collections.get(resource.id)
      if (known !== undefined) store.setState((state) => withCollection(state, { ...known, state: 'lost' }))
    },
    resumeAfterMs: 50,
    pause: (ms) => pause(Math.min(PAUSE_MS_MAX, ms), signal),
  })
}

const toChange = (resourceId: string, event: WatchEvent<ApiObject>): ObjectChange => ({
  resourceId,
  type: event.type === 'ADDED' || event.type === 'DELETED' ? event.type : 'MODIFIED',
  object: event.object,
})
