import type { ApiObject } from '#api/object-meta.ts'
import { type Json, own, valueAt } from '#api/json.ts'
import { compareNames } from '#ui/kit/lists/compare-names.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { ObjectView, ViewGroup } from '#ui/model/object-view.ts'

/** One line of the objects tree. */
export type TreeRow =
  | {
      readonly type: 'kind'
      readonly resource: WatchableResource
      readonly count: number
      readonly isOpen: boolean
      readonly state: ViewGroup['state']
    }
  | {
      readonly type: 'object'
      readonly resource: WatchableResource
      readonly object: ApiObject
      /** Position within its kind, from 1, and the number of objects. */
      readonly place: number
      readonly count: number
    }

export interface TreeInput {
  readonly view: Pick<ObjectView, 'groups'>
  /** `''` for all namespaces. */
  readonly namespace: string
  readonly filter: string
  /** Ids of folded resources. */
  readonly closed: ReadonlySet<string>
}

const first = ['Namespace', 'Deployment', 'Service']
const last = [
  'ClusterRole',
  'ClusterRoleBinding',
  'ControllerRevision',
  'Event',
  'Lease',
  'EndpointSlice',
  'Endpoints',
  'FlowSchema',
  'PriorityLevelConfiguration',
  'APIService',
]

const rank = ({ resource }: ViewGroup): number => {
  const early = first.indexOf(resource.kind)
  if (early >= 0) return early
  return last.includes(resource.kind) ? 100 : resource.group === '' || resource.group === 'apps' ? 20 : 10
}

/** Sorts groups: frequently used kinds first, then others by name, then kinds that only controllers write. */
export const compareGroups = (a: ViewGroup, b: ViewGroup): number =>
  rank(a) - rank(b) ||
  compareNames(a.resource.kind, b.resource.kind) ||
  compareNames(a.resource.group, b.resource.group)

const text = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** Matches one word of the filter: a name, `label=value`, `label`, or `field.path=value`. */
function matchesWord(object: ApiObject, kind: string, word: string): boolean {
  const { name = '', namespace = '', labels } = object.metadata
  const equals = word.indexOf('=')
  if (equals > 0) {
    const key = word.slice(0, equals).replace(/!$/, '')
    const isNot = word[equals - 1] === '!'
    const wanted = word.slice(equals + 1).replace(/^=/, '')
    const value = own(labels, key) ?? text(valueAt(object, key.split('.')))
    return (value === wanted) !== isNot
  }
  const lower = word.toLowerCase()
  return (
    name.toLowerCase().includes(lower) ||
    namespace.toLowerCase() === lower ||
    kind.toLowerCase().startsWith(lower) ||
    own(labels, word) !== undefined
  )
}

const wordsOf = (filter: string): readonly string[] => filter.split(/\s+/).filter((word) => word !== '')

const matchesWords = (object: ApiObject, kind: string, words: readonly string[]): boolean =>
  words.every((word) => matchesWord(object, kind, word))

/** Reports whether an object matches all words of the filter. [UI10] */
export const matchesFilter = (object: ApiObject, kind: string, filter: string): boolean =>
  matchesWords(object, kind, wordsOf(filter))

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const order = (a: ApiObject, b: ApiObject): number =>
  compareText(a.metadata.namespace ?? '', b.metadata.namespace ?? '') ||
  compareText(a.metadata.name ?? '', b.metadata.name ?? '')

interface Sorted {
  readonly items: ViewGroup['items']
  readonly list: readonly ApiObject[]
  /** The keys of `list` in `items`. To make the key of each object anew costs more than all else here. [PF5] */
  readonly keys: readonly string[]
}

/** The last order of each kind: most changes replace objects, which keep their places. */
const sortedKinds = new WeakMap<WatchableResource, Sorted>()

function inOrder({ resource, items }: ViewGroup): readonly ApiObject[] {
  const known = sortedKinds.get(resource)
  if (known?.items === items) return known.list
  const sorted = (known === undefined ? null : inKnownOrder(known, items)) ?? sortedAnew(items)
  sortedKinds.set(resource, sorted)
  return sorted.list
}

function sortedAnew(items: ViewGroup['items']): Sorted {
  const entries = [...items].toSorted(([, a], [, b]) => order(a, b))
  return { items, list: entries.map(([, object]) => object), keys: entries.map(([key]) => key) }
}

/** Returns the objects in the order of an earlier version; `null` if many objects were added. */
function inKnownOrder(known: Sorted, items: ViewGroup['items']): Sorted | null {
  const list: ApiObject[] = []
  const keys: string[] = []
  for (const key of known.keys) {
    const object = items.get(key)
    if (object === undefined) continue
    list.push(object)
    keys.push(key)
  }
  if (items.size - list.length > ADDED_MAX) return null
  if (list.length < items.size) addTo(list, keys, items, known.items)
  return { items, list, keys }
}

const ADDED_MAX = 100

/** Adds the objects that were not there before, each at its place. */
function addTo(list: ApiObject[], keys: string[], items: ViewGroup['items'], before: ViewGroup['items']): void {
  for (const [key, object] of items) {
    if (before.has(key)) continue
    const place = placeOf(list, object)
    list.splice(place, 0, object)
    keys.splice(place, 0, key)
  }
}

/** Returns the place of an object in a sorted list, by binary search. */
function placeOf(list: readonly ApiObject[], object: ApiObject): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other !== undefined && order(other, object) < 0) low = middle + 1
    else high = middle
  }
  return low
}

type KindTreeRow = Extract<TreeRow, { type: 'kind' }>

const kindRows = new WeakMap<WatchableResource, KindTreeRow>()

/** Returns the last row of the kind if it was equal. */
function kindRowOf(row: KindTreeRow): KindTreeRow {
  const known = kindRows.get(row.resource)
  if (known?.count === row.count && known.isOpen === row.isOpen && known.state === row.state) return known
  kindRows.set(row.resource, row)
  return row
}

type ObjectTreeRow = Extract<TreeRow, { type: 'object' }>

interface KindLines {
  readonly list: readonly ApiObject[]
  readonly namespace: string
  readonly filter: string
  readonly rows: readonly ObjectTreeRow[]
}

/** The last rows of each kind. */
const kindLines = new WeakMap<WatchableResource, KindLines>()

/**
 * Returns the rows of a kind's objects in this namespace that match the filter. An object that has the same place as
 * before has the same row, so that its line is not drawn again. [PF5]
 */
function linesOf(group: ViewGroup, { namespace, filter }: TreeInput): readonly ObjectTreeRow[] {
  const { resource } = group
  const list = inOrder(group)
  const known = kindLines.get(resource)
  if (known?.list === list && known.namespace === namespace && known.filter === filter) return known.rows
  const words = wordsOf(filter)
  const isShown = (object: ApiObject): boolean =>
    (namespace === '' || isIn(object, resource, namespace)) && matchesWords(object, resource.kind, words)
  const shown = namespace === '' && words.length === 0 ? list : list.filter(isShown)
  const rows = shown.map((object, at): ObjectTreeRow => {
    const old = known?.rows[at]
    return old?.object === object && old.count === shown.length
      ? old
      : { type: 'object', resource, object, place: at + 1, count: shown.length }
  })
  kindLines.set(resource, { list, namespace, filter, rows })
  return rows
}

/**
 * Returns the rows of the tree: kinds that have objects, and their objects by namespace and name. Rows move only when
 * objects are added or removed. [UI4]
 */
export function treeRows(input: TreeInput): readonly TreeRow[] {
  const kinds: (readonly TreeRow[])[] = []
  for (const group of [...input.view.groups.values()].toSorted(compareGroups)) {
    const { resource, state } = group
    const lines = linesOf(group, input)
    if (lines.length === 0) continue
    const isOpen = input.filter !== '' || !input.closed.has(resource.id)
    kinds.push([kindRowOf({ type: 'kind', resource, count: lines.length, isOpen, state })])
    if (isOpen) kinds.push(lines)
  }
  return kinds.flat()
}

/** Reports whether an object is in the namespace. A Namespace object is in its own. */
const isIn = (object: ApiObject, resource: WatchableResource, namespace: string): boolean =>
  resource.namespaced
    ? object.metadata.namespace === namespace
    : resource.kind === 'Namespace' && object.metadata.name === namespace

/** Returns all namespaces: the same map until one of them changes. */
export const namespacesOf = (view: ObjectView): ViewGroup['items'] | undefined =>
  [...view.groups.values()].find(({ resource }) => resource.kind === 'Namespace' && resource.group === '')?.items

/** Returns the names of namespaces, in order. */
export const namespaceNames = (namespaces: ViewGroup['items'] | undefined): readonly string[] =>
  [...(namespaces?.values() ?? [])].map(({ metadata }) => metadata.name ?? '').toSorted()

export const objectCount = ({ groups }: Pick<ObjectView, 'groups'>): number =>
  [...groups.values()].reduce((sum, { items }) => sum + items.size, 0)
