import type { ApiObject } from '#api/object-meta.ts'
import type { WatchEventType } from '#api/watch-event.ts'
import type { WatchableResource } from './discovery.ts'

/** One kind's collection as the page follows it. */
export interface Collection {
  readonly resource: WatchableResource
  /** `lost` while the stream is being reopened; the last objects remain visible. */
  readonly state: 'loading' | 'live' | 'lost'
  /** By {@link objectKey}. */
  readonly items: ReadonlyMap<string, ApiObject>
}

export interface ObjectsState {
  readonly discovered: boolean
  /** By resource id, in the order of discovery. */
  readonly collections: ReadonlyMap<string, Collection>
  /** Time of the last change of a row, by uid, in `performance.now()` milliseconds. */
  readonly changedAt: ReadonlyMap<string, number>
}

export const noObjects: ObjectsState = { discovered: false, collections: new Map(), changedAt: new Map() }

export const objectKey = (object: ApiObject): string =>
  `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`

export interface ObjectChange {
  readonly resourceId: string
  readonly type: Exclude<WatchEventType, 'BOOKMARK' | 'ERROR'> | 'LISTED'
  readonly object: ApiObject
}

/** Replaces the objects of one kind by a list. Unchanged rows keep their identity. [UI4] */
export function withList(state: ObjectsState, resource: WatchableResource, items: readonly ApiObject[]): ObjectsState {
  const known = state.collections.get(resource.id)?.items
  const next = new Map(
    items.map((object) => {
      const key = objectKey(object)
      const old = known?.get(key)
      return [key, old?.metadata.resourceVersion === object.metadata.resourceVersion ? (old ?? object) : object]
    }),
  )
  return withCollection(state, { resource, state: 'live', items: next })
}

export function withCollection(state: ObjectsState, collection: Collection): ObjectsState {
  return { ...state, collections: new Map(state.collections).set(collection.resource.id, collection) }
}

/** Adds kinds whose objects are not listed yet. */
export function withCollections(state: ObjectsState, resources: readonly WatchableResource[]): ObjectsState {
  const collections = new Map(state.collections)
  for (const resource of resources) collections.set(resource.id, { resource, state: 'loading', items: new Map() })
  return { ...state, collections }
}

const flashedMs = 5000

/** Applies the events of one turn; the map of each kind is copied once. [UI4] */
export function withChanges(state: ObjectsState, changes: readonly ObjectChange[], nowMs: number): ObjectsState {
  const collections = new Map(state.collections)
  // Older times are dropped: a highlight ends after a second.
  const changedAt = new Map([...state.changedAt].filter(([, at]) => nowMs - at < flashedMs))
  const copied = new Map<string, Map<string, ApiObject>>()
  for (const { resourceId, type, object } of changes) {
    const collection = state.collections.get(resourceId)
    if (collection === undefined) continue
    const items = copied.get(resourceId) ?? new Map(collection.items)
    copied.set(resourceId, items)
    if (type === 'DELETED') items.delete(objectKey(object))
    else items.set(objectKey(object), object)
    if (type === 'ADDED' || type === 'MODIFIED') changedAt.set(object.metadata.uid ?? '', nowMs)
    collections.set(resourceId, { ...collection, items })
  }
  return { ...state, collections, changedAt }
}

export function withoutCollections(state: ObjectsState, ids: readonly string[]): ObjectsState {
  const collections = new Map(state.collections)
  for (const id of ids) collections.delete(id)
  return { ...state, collections }
}
