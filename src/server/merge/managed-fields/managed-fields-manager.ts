import type { Pieces } from '#api/bodies/in-pieces.ts'
import type { Json } from '#api/json.ts'
import type { OwnedSet, Owners } from '#server/merge/apply/conflict.ts'
import { isLong } from '#server/merge/apply/long.ts'
import {
  type Comparisons,
  type MergeRules,
  applyConfigInPieces,
  comparisonsInPieces,
  updateOwners,
} from '#server/merge/apply/updater.ts'
import {
  type FieldSet,
  difference,
  emptyFieldSet,
  equalSets,
  fieldSetOf,
  isEmptySet,
  union,
  unionOfAll,
} from './field-set.ts'
import { compareText } from './field-set-element.ts'
import {
  type Managed,
  type ManagerName,
  encodeSetsInPieces,
  managerIdentifier,
  noOwners,
  toSeconds,
} from './managed-fields.ts'

const updateManagersMax = 10
/** The manager into which the oldest update entries are merged when there are too many. */
const ancientManager = 'ancient-changes'
/** The manager that owns the existing fields at the first apply to an object without managedFields. */
const beforeFirstApply = 'before-first-apply'
/** A key that differs from all manager identifiers, since those are JSON. */
const currentOperation = 'current-operation'

/** Fields that only the server writes, or that identify the object: they have no owner. [SSA7] */
const ownedByNobody = fieldSetOf(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => ['f:metadata', `f:${name}`]),
)

/** A write by a manager through an endpoint. */
export interface TrackedWrite {
  readonly rules: MergeRules
  readonly manager: string
  /** `''` for the main resource. */
  readonly subresource: string
  /** RFC 3339, whole seconds. */
  readonly time: string
}

const nameOf = ({ rules, manager, subresource }: TrackedWrite, operation: ManagerName['operation']): ManagerName => ({
  manager: manager === '' ? 'unknown' : manager,
  operation,
  apiVersion: rules.apiVersion,
  subresource,
})

/** Returns the owners after a create or update has replaced `live` by `next`. @throws ApplyTypeError [SSA3] */
export const trackUpdate = (write: TrackedWrite, managed: Managed, live: Json, next: Json): Managed =>
  trackChange(write, managed, { live, next })

/** Does what `trackUpdate` does for objects of which at least one is large. [ER8] */
export function* trackUpdateInPieces(write: TrackedWrite, managed: Managed, live: Json, next: Json): Pieces<Managed> {
  const known = yield* comparisonsInPieces(write.rules, managed.owners, live, next)
  yield
  const changed = trackChange(write, managed, { live, next, known })
  yield* encodeSetsInPieces(changed)
  return changed
}

interface Change {
  readonly live: Json
  readonly next: Json
  /** Their differences, where they are known. */
  readonly known?: Comparisons
}

function trackChange(write: TrackedWrite, managed: Managed, { live, next, known }: Change): Managed {
  const owners = new Map(updateOwners(write.rules, managed.owners, { live, next, manager: currentOperation, known }))
  const times = new Map(managed.times)
  const changed = withoutServerFields(owners.get(currentOperation))
  owners.delete(currentOperation)
  if (changed !== null) {
    const identifier = managerIdentifier(nameOf(write, 'Update'))
    const had = owners.get(identifier)?.set ?? emptyFieldSet
    owners.set(identifier, { ...changed, set: union(had, changed.set) })
    times.set(identifier, write.time)
  }
  return capUpdaters({ owners, times })
}

function withoutServerFields(owned: OwnedSet | undefined): OwnedSet | null {
  if (owned === undefined) return null
  const set = difference(owned.set, ownedByNobody)
  return isEmptySet(set) ? null : { ...owned, set }
}

export interface TrackedApply {
  readonly live: Json
  readonly empty: Json
  readonly config: Json
  readonly force: boolean
}

export interface Tracked {
  readonly value: Json | undefined
  readonly managed: Managed
}

/**
 * Returns the object and the owners after an apply; `value` is `undefined` if nothing changes. `empty` is an object of
 * the kind without any field set. @throws ApplyTypeError, ApplyConflicts [SSA2] [ER8]
 */
export function* trackApply(write: TrackedWrite, managed: Managed, apply: TrackedApply): Pieces<Tracked> {
  const { live, empty, config, force } = apply
  const before = managed.owners.size > 0 ? managed : yield* firstOwners(write, empty, live)
  const identifier = managerIdentifier(nameOf(write, 'Apply'))
  yield
  const applied = yield* applyConfigInPieces(write.rules, before.owners, { live, config, manager: identifier, force })
  const owners = new Map(applied.owners)
  const own = withoutServerFields(owners.get(identifier))
  if (own === null) owners.delete(identifier)
  else owners.set(identifier, sameAsBefore(own, before.owners.get(identifier)))
  const times = new Map(before.times)
  if (applied.value !== undefined) times.set(identifier, write.time)
  return { value: applied.value, managed: { owners, times } }
}

/** Returns the owner of all fields of an object that has no owners before its first apply. */
function* firstOwners(write: TrackedWrite, empty: Json, live: Json): Pieces<Managed> {
  const first = { ...write, manager: beforeFirstApply }
  return isLong(live)
    ? yield* trackUpdateInPieces(first, noOwners, empty, live)
    : trackUpdate(first, noOwners, empty, live)
}

/** Returns the set of the last apply if this one has the same paths: its encoded form is known. */
const sameAsBefore = (own: OwnedSet, last: OwnedSet | undefined): OwnedSet =>
  last !== undefined && equalSets(own.set, last.set) ? { ...own, set: last.set } : own

/** Merges the oldest update entries of a version into one while there are too many. [SSA10] */
function capUpdaters(managed: Managed): Managed {
  const updaters = updatersOf(managed.owners)
  if (updaters.length <= updateManagersMax) return managed
  const owners = new Map(managed.owners)
  const times = new Map(managed.times)
  const firstOf = new Map<string, string>()
  const folded = new Map<string, FieldSet[]>()
  let count = updaters.length
  for (const updater of oldestFirst(updaters, times)) {
    const owned = owners.get(updater)
    if (count <= updateManagersMax || owned === undefined) break
    const { apiVersion } = owned
    const bucket = managerIdentifier({ manager: ancientManager, operation: 'Update', apiVersion, subresource: '' })
    const first = firstOf.get(apiVersion)
    if (first === undefined) {
      firstOf.set(apiVersion, updater)
      continue
    }
    const sets = folded.get(bucket) ?? [(owners.get(bucket) ?? owners.get(first))?.set ?? emptyFieldSet]
    folded.set(bucket, sets)
    sets.push(owned.set)
    if (!owners.has(bucket)) owners.delete(first)
    owners.delete(updater)
    owners.set(bucket, owned)
    const time = times.get(updater)
    if (time === undefined) times.delete(bucket)
    else times.set(bucket, time)
    count--
  }
  return { owners: withUnions(owners, folded), times }
}

/** Gives each bucket the union of the sets that were merged into it. */
function withUnions(owners: Map<string, OwnedSet>, folded: ReadonlyMap<string, readonly FieldSet[]>): Owners {
  for (const [bucket, sets] of folded) {
    const owned = owners.get(bucket)
    if (owned !== undefined) owners.set(bucket, { ...owned, set: unionOfAll(sets) })
  }
  return owners
}

function oldestFirst(updaters: readonly string[], times: Managed['times']): readonly string[] {
  const timed = updaters.map((updater) => ({ updater, seconds: toSeconds(times.get(updater)) }))
  return timed.sort((a, b) => a.seconds - b.seconds || compareText(a.updater, b.updater)).map(({ updater }) => updater)
}

const updatersOf = (owners: Owners): readonly string[] =>
  [...owners].filter(([, { applied }]) => !applied).map(([identifier]) => identifier)
