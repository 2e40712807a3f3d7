import type { ApiObject } from '#api/object-meta.ts'
import type { Json } from '#api/json.ts'
import { isObject, own } from '#api/json.ts'
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
  readonly view: ObjectView
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
  a.resource.kind.localeCompare(b.resource.kind) ||
  a.resource.group.localeCompare(b.resource.group)

/** Returns the value at a dotted path; reads only own properties. */
function valueAt(object: ApiObject, path: string): Json | undefined {
  let value: Json | undefined = object
  for (const name of path.split('.')) value = isObject(value) ? own(value, name) : undefined
  return value
}

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
    const value = own(labels, key) ?? text(valueAt(object, key))
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

/** Sorted once per version of a collection, so that a change of one kind does not sort all others again. */
const sortedItems = new WeakMap<ViewGroup['items'], readonly ApiObject[]>()

function inOrder(items: ViewGroup['items']): readonly ApiObject[] {
  const known = sortedItems.get(items)
  if (known !== undefined) return known
  const sorted = [...items.values()].toSorted(order)
  sortedItems.set(items, sorted)
  return sorted
}

/**
 * Returns the rows of the tree: kinds that have objects, and their objects by namespace and name. Rows move only when
 * objects are added or removed. [UI4]
 */
export function treeRows({ view, namespace, filter, closed }: TreeInput): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const words = wordsOf(filter)
  for (const group of [...view.groups.values()].toSorted(compareGroups)) {
    const { resource, state } = group
    const items = inOrder(group.items).filter(
      (object) => (namespace === '' || isIn(object, resource, namespace)) && matchesWords(object, resource.kind, words),
    )
    if (items.length === 0) continue
    const isOpen = filter !== '' || !closed.has(resource.id)
    rows.push({ type: 'kind', resource, count: items.length, isOpen, state })
    if (!isOpen) continue
    for (const [at, object] of items.entries()) {
      rows.push({ type: 'object', resource, object, place: at + 1, count: items.length })
    }
  }
  return rows
}

/** Reports whether an object is in the namespace. A Namespace object is in its own. */
const isIn = (object: ApiObject, resource: WatchableResource, namespace: string): boolean =>
  resource.namespaced
    ? object.metadata.namespace === namespace
    : resource.kind === 'Namespace' && object.metadata.name === namespace

/** Returns the names of all namespaces. */
export function namespaceNames(view: ObjectView): readonly string[] {
  const group = [...view.groups.values()].find(({ resource }) => resource.kind === 'Namespace' && resource.group === '')
  return [...(group?.items.values() ?? [])].map(({ metadata }) => metadata.name ?? '').toSorted()
}

export const objectCount = (view: ObjectView): number =>
  [...view.groups.values()].reduce((sum, { items }) => sum + items.size, 0)
