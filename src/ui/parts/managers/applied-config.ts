import { printExactJson } from '#api/exact-json.ts'
import { deepEqual, isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { isSet, itemSteps, keyNames, type OwnedNode, pathText, type Step, valueAt } from './fields-v1.ts'

/** Resolution of a conflicting field: `force` sends your value, `give-up` omits the field, `take` sends their value. */
export type Choice = 'force' | 'give-up' | 'take'

export interface ApplyFrom {
  /** The object that the user wants. */
  readonly wanted: JsonObject
  /** The object when the edit began. */
  readonly base: JsonObject
  /** All owned fields; determines the keys of list items. */
  readonly tree: OwnedNode
  /** Indices of the Apply entries of the user's field manager. */
  readonly mine: readonly number[]
  /** Resolutions of conflicting fields by {@link pathText}; all other fields are sent as wanted. */
  readonly choices?: ReadonlyMap<string, Choice>
  /** The current object on the server, for `take`. */
  readonly live?: JsonObject
}

export interface AppliedConfig {
  readonly config: JsonObject
  /** Number of values in the configuration. */
  readonly fieldCount: number
  /** Fields that the edit removed but that other managers own too: omitting them does not remove them. */
  readonly notRemoved: readonly string[]
}

/** Metadata that the server sets; an apply never contains it. */
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
 * Returns the configuration that an apply sends for an edit: the fields that the manager applied before and the fields
 * that the edit changed. Nothing else, so that the manager does not become the owner of fields that the user did not
 * change. [OW3]
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

/** Selects the members of an object. An empty object is included when it is new or owned by the manager. */
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

/** Returns paths of leaves that the edit removed but that an apply without them does not remove. */
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
