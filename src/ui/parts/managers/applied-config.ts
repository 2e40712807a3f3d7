import { printExactJson } from '#api/exact-json.ts'
import { deepEqual, isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { isSet, itemSteps, keyNames, type OwnedNode, pathText, type Step, valueAt } from './fields-v1.ts'

/** What becomes of a field in dispute: `force` sends yours, `give-up` leaves it out, `take` sends theirs. */
export type Choice = 'force' | 'give-up' | 'take'

export interface ApplyFrom {
  /** The object as the person wants it. */
  readonly wanted: JsonObject
  /** As it was when the edit began. */
  readonly base: JsonObject
  /** Everything that is owned, for the shape of lists. */
  readonly tree: OwnedNode
  /** Entries of the person's own manager that came by Apply. */
  readonly mine: readonly number[]
  /** Fields in dispute by {@link pathText}; all others are sent as they are wanted. */
  readonly choices?: ReadonlyMap<string, Choice>
  /** The object as it stands on the server, for `take`. */
  readonly live?: JsonObject
}

export interface AppliedConfig {
  readonly config: JsonObject
  /** How many values it says. */
  readonly fieldCount: number
  /** Fields that the edit removed and that others own too, or alone: leaving them out does not remove them. */
  readonly notRemoved: readonly string[]
}

/** Metadata that the server sets: no apply says it. */
const serverMetadata = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'managedFields',
])

/**
 * The configuration that an apply sends for an edit: what the manager applied before and what the edit changed, nothing
 * else, so that nobody becomes the owner of fields that they never touched. [OW3]
 */
export function appliedConfig(from: ApplyFrom): AppliedConfig {
  const { wanted, base, tree } = from
  const picked = pickObject({ from, path: [] }, wanted, base, tree)
  const metadata = isObject(wanted['metadata']) ? wanted['metadata'] : {}
  const kept = isObject(picked['metadata']) ? picked['metadata'] : {}
  const { status: _status, apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = picked
  const named = Object.fromEntries(
    ['name', 'namespace'].flatMap((name) => (metadata[name] === undefined ? [] : [[name, metadata[name]]])),
  )
  const config: JsonObject = {
    apiVersion: wanted['apiVersion'],
    kind: wanted['kind'],
    metadata: { ...named, ...kept },
    ...rest,
  }
  return { config, fieldCount: leaves(kept) + leaves(rest), notRemoved: notRemoved(from) }
}

interface Picking {
  readonly from: ApplyFrom
  readonly path: readonly Step[]
}

const isMine = (from: ApplyFrom, node: OwnedNode | undefined): boolean =>
  node?.self.some((owner) => from.mine.includes(owner)) ?? false

function pickObject({ from, path }: Picking, wanted: JsonObject, base: Json | undefined, node: OwnedNode): JsonObject {
  const picked: JsonObject = {}
  for (const [name, value] of Object.entries(wanted)) {
    if (path.length === 1 && path[0] === 'f:metadata' && serverMetadata.has(name)) continue
    if (value === undefined) continue
    const below = pickValue(
      { from, path: [...path, `f:${name}`] },
      value,
      isObject(base) ? own(base, name) : undefined,
      node.children.get(`f:${name}`),
    )
    if (below !== undefined) Object.defineProperty(picked, name, { value: below, enumerable: true, writable: true })
  }
  return picked
}

const nobody: OwnedNode = { self: [], whole: [], children: new Map() }

function pickValue(
  picking: Picking,
  wanted: Json,
  base: Json | undefined,
  node: OwnedNode | undefined,
): Json | undefined {
  const { from, path } = picking
  const choice = choiceAt(from, path)
  if (choice === 'give-up') return undefined
  if (choice === 'take') return valueAt(from.live, path)
  const isAtomic = (node?.whole.length ?? 0) > 0
  if (!isAtomic && isObject(wanted)) return pickInner(picking, wanted, base, node)
  if (!isAtomic && Array.isArray(wanted) && node !== undefined) {
    if (keyNames(node) !== null) return pickItems(picking, wanted, base, node)
    if (isSet(node)) return pickMembers(picking, wanted, base, node)
  }
  return isMine(from, node) || !deepEqual(wanted, base) ? wanted : undefined
}

const choiceAt = ({ choices }: ApplyFrom, path: readonly Step[]): Choice | undefined =>
  choices === undefined || choices.size === 0 ? undefined : choices.get(pathText(path))

/** What is said within an object; an empty one is said when it is new or mine. */
function pickInner(
  picking: Picking,
  wanted: JsonObject,
  base: Json | undefined,
  node: OwnedNode | undefined,
): Json | undefined {
  const below = pickObject(picking, wanted, base, node ?? nobody)
  const isNewEmpty = Object.keys(wanted).length === 0 && !deepEqual(wanted, base)
  return Object.keys(below).length > 0 || isNewEmpty || isMine(picking.from, node) ? below : undefined
}

function pickItems({ from, path }: Picking, wanted: Json[], base: Json | undefined, node: OwnedNode): Json | undefined {
  const stepOf = itemSteps(node)
  const names = keyNames(node) ?? []
  const picked = wanted.flatMap((item, at): Json[] => {
    const step = stepOf(item, at)
    const child = node.children.get(step)
    const before = Array.isArray(base) ? valueAt(base, [step]) : undefined
    if (!isObject(item)) return deepEqual(item, before) ? [] : [item]
    if (choiceAt(from, [...path, step]) === 'give-up') return []
    const keys = Object.fromEntries(
      names.flatMap((name) => (own(item, name) === undefined ? [] : [[name, item[name]]])),
    )
    const below = pickObject({ from, path: [...path, step] }, item, before, child ?? nobody)
    const says = Object.keys(below).some((name) => !names.includes(name))
    return says || isMine(from, child) || before === undefined ? [{ ...keys, ...below }] : []
  })
  return picked.length > 0 ? picked : undefined
}

function pickMembers(
  { from, path }: Picking,
  wanted: Json[],
  base: Json | undefined,
  node: OwnedNode,
): Json | undefined {
  const picked = wanted.filter((item) => {
    const step = `v:${printExactJson(item as Json)}`
    if (choiceAt(from, [...path, step]) === 'give-up') return false
    const isNew = !Array.isArray(base) || !base.some((known) => deepEqual(known, item))
    return isNew || isMine(from, node.children.get(step))
  })
  return picked.length > 0 ? picked : undefined
}

/** Paths of leaves that the edit took away though an apply without them leaves them standing. */
function notRemoved(from: ApplyFrom): readonly string[] {
  const gone: string[] = []
  const walk = (node: OwnedNode, path: readonly Step[]): void => {
    for (const [step, child] of node.children) {
      const below = [...path, step]
      const removed = valueAt(from.base, below) !== undefined && valueAt(from.wanted, below) === undefined
      if (removed && child.self.some((owner) => !from.mine.includes(owner))) gone.push(pathText(below))
      else if (!removed) walk(child, below)
    }
  }
  walk(from.tree, [])
  return gone.filter((path) => !path.startsWith('.status'))
}

function leaves(value: Json | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + leaves(item), 0)
  return isObject(value) ? Object.values(value).reduce<number>((sum, item) => sum + leaves(item), 0) : 1
}
