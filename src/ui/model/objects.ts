import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiObject, ListMeta } from '#api/object-meta.ts'
import type { JsonObject } from '#api/json.ts'
import type { WatchEvent } from '#api/watch-event.ts'
import { getJson } from './api.ts'
import { collectionPath, discoverResources, type WatchableResource } from './discovery.ts'
import { createBatch, pause } from './frame.ts'
import { readJsonLines } from './json-lines.ts'
import {
  noObjects,
  type ObjectChange,
  type ObjectsState,
  withChanges,
  withCollection,
  withList,
  withoutCollections,
} from './objects-state.ts'

export type ObjectsStore = StoreApi<ObjectsState>

export const createObjectsStore = (): ObjectsStore => createStore<ObjectsState>(() => noObjects)

interface List extends JsonObject {
  metadata: ListMeta
  items: ApiObject[]
}

const isObject = (event: WatchEvent): event is WatchEvent<ApiObject> =>
  event.type !== 'ERROR' && event.type !== 'BOOKMARK'

/**
 * Keeps `store` equal to the server's objects by one list and one watch of each kind, never by polling; kinds that come
 * and go (custom resources) are followed when `rediscover` is called. Ends with `signal`. [UI4]
 */
export function followObjects(store: ObjectsStore, fetcher: typeof fetch, signal: AbortSignal) {
  const followed = new Map<string, AbortController>()
  const apply = createBatch<ObjectChange>((changes) =>
    store.setState((state) => withChanges(state, changes, performance.now())),
  )
  const end = (ids: readonly string[]) => {
    for (const id of ids) {
      followed.get(id)?.abort()
      followed.delete(id)
    }
    if (ids.length > 0) store.setState((state) => withoutCollections(state, ids))
  }
  const rediscover = async (): Promise<void> => {
    const resources = await discoverPatiently(fetcher, signal)
    const found = new Set(resources.map(({ id }) => id))
    end([...followed.keys()].filter((id) => !found.has(id)))
    for (const resource of resources) {
      if (followed.has(resource.id)) continue
      const ending = new AbortController()
      followed.set(resource.id, ending)
      store.setState((state) => withCollection(state, { resource, state: 'loading', items: new Map() }))
      void followKind({ store, fetcher, resource, apply, signal: AbortSignal.any([signal, ending.signal]) })
    }
    store.setState({ discovered: true })
  }
  /** Everything again, after the server forgot all it had. */
  const restart = async (): Promise<void> => {
    end([...followed.keys()])
    await rediscover()
  }
  return { rediscover, restart }
}

/** Discovery again and again until it answers: without it the page has no objects at all. */
async function discoverPatiently(fetcher: typeof fetch, signal: AbortSignal): Promise<readonly WatchableResource[]> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await discoverResources(fetcher)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      await pause(Math.min(5000, 150 * 2 ** failures), signal)
    }
  }
  return []
}

interface Follow {
  readonly store: ObjectsStore
  readonly fetcher: typeof fetch
  readonly resource: WatchableResource
  readonly apply: (changes: readonly ObjectChange[]) => void
  readonly signal: AbortSignal
}

async function followKind(follow: Follow): Promise<void> {
  const { store, resource, signal } = follow
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await listAndWatch(follow, () => {
        failures = -1
      })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Error)) throw error
    }
    const known = store.getState().collections.get(resource.id)
    if (signal.aborted || known === undefined) return
    store.setState((state) => withCollection(state, { ...known, state: 'lost' }))
    await pause(Math.min(5000, 150 * 2 ** failures), signal)
  }
}

/** Lists, then watches from there; a stream that ends by itself is resumed where it stood, a refused one lists again. */
async function listAndWatch({ store, fetcher, resource, apply, signal }: Follow, listed: () => void): Promise<void> {
  const path = collectionPath(resource)
  const list = await getJson<List>(fetcher, path, { signal })
  // Items of a list carry no kind of their own.
  const head = {
    kind: resource.kind,
    apiVersion: resource.group === '' ? resource.version : `${resource.group}/${resource.version}`,
  }
  const items = list.items.map((item) => ({ ...head, ...item }))
  store.setState((state) => withList(state, resource, items))
  listed()
  let resourceVersion: string | undefined = list.metadata.resourceVersion ?? ''
  while (resourceVersion !== undefined && !signal.aborted) {
    resourceVersion = await watchFrom(resourceVersion)
    // A stream that ends at once must not be opened in a tight loop.
    await pause(50, signal)
  }

  async function watchFrom(from: string): Promise<string | undefined> {
    const query = new URLSearchParams({ watch: 'true', allowWatchBookmarks: 'true', resourceVersion: from })
    const response = await fetcher(`${path}?${query}`, { signal })
    if (!response.ok || response.body === null) return undefined
    let last = from
    for await (const events of readJsonLines<WatchEvent>(response.body)) {
      if (events.some((event) => event.type === 'ERROR')) return undefined
      last = versionOf(events.at(-1)) ?? last
      apply(events.filter(isObject).map((event) => toChange(resource.id, event)))
    }
    return last
  }
}

function versionOf(event: WatchEvent | undefined): string | undefined {
  const { metadata } = (event?.object ?? {}) as Partial<ApiObject>
  return metadata?.resourceVersion
}

const toChange = (resourceId: string, event: WatchEvent<ApiObject>): ObjectChange => ({
  resourceId,
  type: event.type === 'ADDED' || event.type === 'DELETED' ? event.type : 'MODIFIED',
  object: event.object,
})
