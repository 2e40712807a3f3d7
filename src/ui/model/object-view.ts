import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchableResource } from './discovery.ts'
import { objectKey, type ObjectsState } from './objects-state.ts'
import type { ObjectsStore } from './objects.ts'
import type { ObjectRef } from './selection.ts'
import { differenceFrom, type PastDifference, type TimeCursor, type TimeCursorStore } from './time-cursor.ts'

/** Objects of one kind as of the cursor. */
export interface ViewGroup {
  readonly resource: WatchableResource
  readonly state: 'loading' | 'live' | 'lost' | 'past'
  readonly items: ReadonlyMap<string, ApiObject>
}

/** All objects as of the cursor: the live objects at Live, else those of the revision. */
export interface ObjectView {
  /** The displayed revision, `null` at Live. */
  readonly at: number | null
  readonly discovered: boolean
  readonly groups: ReadonlyMap<string, ViewGroup>
}

export type ObjectViewStore = StoreApi<ObjectView>

/** Computes the view. Returns the previous view while none of its inputs changed. [UI5] */
export function toObjectView(objects: ObjectsState, cursor: TimeCursor, groups = groupPast): ObjectView {
  // A revision that the server refuses has no objects. Those of Live would be untrue.
  if (cursor.at !== null && cursor.refused !== null)
    return { at: cursor.at, discovered: objects.discovered, groups: groups(objects, []) }
  if (cursor.at === null || cursor.objects === null) {
    return { at: cursor.at, discovered: objects.discovered, groups: objects.collections }
  }
  return { at: cursor.at, discovered: objects.discovered, groups: groups(objects, cursor.objects) }
}

type PastGroups = ReadonlyMap<string, ViewGroup>

/** Returns the objects of each collection, by its id. */
function listsOf(
  { collections }: ObjectsState,
  items: readonly ApiObject[],
): ReadonlyMap<string, readonly ApiObject[]> {
  const lists = new Map<string, ApiObject[]>()
  const byKind = new Map<string, ApiObject[]>()
  for (const [id, { resource }] of collections) {
    const list: ApiObject[] = []
    lists.set(id, list)
    byKind.set(`${resource.group}/${resource.kind}`, list)
  }
  let like: ApiObject | undefined
  let list: ApiObject[] | undefined
  for (const object of items) {
    // Objects of a kind follow each other, so few of thousands need a look by their kind's name.
    if (object.kind !== like?.kind || object.apiVersion !== like?.apiVersion) list = byKind.get(kindOf(object))
    like = object
    list?.push(object)
  }
  return lists
}

function kindOf({ apiVersion = '', kind = '' }: ApiObject): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return `${group}/${kind}`
}

/** Groups objects by kind. Of `known` those groups are kept that have the same objects. */
export function groupPast(
  objects: ObjectsState,
  items: readonly ApiObject[],
  known: PastGroups = new Map(),
): PastGroups {
  const lists = listsOf(objects, items)
  const groups = new Map<string, ViewGroup>()
  for (const [id, { resource }] of objects.collections) {
    const list = lists.get(id) ?? []
    const old = known.get(id)
    const isKept = old?.resource === resource && isSameList([...old.items.values()], list)
    groups.set(id, isKept ? old : { resource, state: 'past', items: byKey(list, old) })
  }
  return groups
}

/**
 * Returns what {@link groupPast} returns for objects that differ from the grouped ones: most steps of the cursor change few
 * of thousands of objects. [PF3]
 */
export function regroupPast({ collections }: ObjectsState, known: PastGroups, difference: PastDifference): PastGroups {
  const ids = new Map([...collections].map(([id, { resource }]) => [`${resource.group}/${resource.kind}`, id]))
  const changed = new Map<string, Map<string, ApiObject>>()
  const itemsOf = (object: ApiObject): Map<string, ApiObject> | undefined => {
    const id = ids.get(kindOf(object)) ?? ''
    const group = known.get(id)
    if (group === undefined) return undefined
    const items = changed.get(id) ?? new Map(group.items)
    changed.set(id, items)
    return items
  }
  // First, because an object may have been made again under the name of one that was removed.
  for (const object of difference.removed) itemsOf(object)?.delete(objectKey(object))
  for (const object of difference.changed) itemsOf(object)?.set(objectKey(object), object)
  const groups = new Map(known)
  for (const [id, items] of changed) {
    const group = known.get(id)
    if (group !== undefined) groups.set(id, { ...group, items })
  }
  return groups
}

/**
 * Returns the objects by their keys. Keys of an earlier version are used again where the objects are in the same order:
 * of thousands of objects few have changed, and new keys cost more than all else here. [PF3]
 */
function byKey(list: readonly ApiObject[], known: ViewGroup | undefined): ReadonlyMap<string, ApiObject> {
  const before = [...(known?.items.values() ?? [])]
  const keys = [...(known?.items.keys() ?? [])]
  let at = 0
  return new Map(
    list.map((object) => {
      while (at < before.length && !isSameObject(before[at], object)) at += 1
      return [keys[at++] ?? objectKey(object), object]
    }),
  )
}

const isSameObject = (one: ApiObject | undefined, other: ApiObject): boolean =>
  one === other || (one !== undefined && objectKey(one) === objectKey(other))

const isSameList = (one: readonly ApiObject[], other: readonly ApiObject[]): boolean =>
  one.length === other.length && one.every((object, at) => object === other[at])

/** Returns {@link groupPast} with its last result: the cursor moves more often than objects are read. */
function lastGroups(): typeof groupPast {
  let collections: ObjectsState['collections'] | null = null
  let last: readonly ApiObject[] | null = null
  let groups: PastGroups = new Map()
  return (objects, items) => {
    const isSameKinds = collections === objects.collections
    if (isSameKinds && last === items) return groups
    const difference = isSameKinds && last !== null ? differenceFrom(last, items) : undefined
    groups = difference === undefined ? groupPast(objects, items, groups) : regroupPast(objects, groups, difference)
    collections = objects.collections
    last = items
    return groups
  }
}

/** Creates a store that follows both stores. */
export function createObjectViewStore(objects: ObjectsStore, cursor: TimeCursorStore): ObjectViewStore {
  const groups = lastGroups()
  const store = createStore<ObjectView>(() => toObjectView(objects.getState(), cursor.getState(), groups))
  const refresh = () => store.setState(toObjectView(objects.getState(), cursor.getState(), groups))
  objects.subscribe((state, before) => {
    if (cursor.getState().at === null || state.discovered !== before.discovered) refresh()
  })
  cursor.subscribe((state, before) => {
    if (state.at !== before.at || state.objects !== before.objects || state.refused !== before.refused) refresh()
  })
  return store
}

/** Finds the object that `ref` names in this view. */
export const findObject = (view: ObjectView, ref: ObjectRef | null): ApiObject | undefined =>
  ref === null ? undefined : view.groups.get(ref.resourceId)?.items.get(`${ref.namespace}/${ref.name}`)
