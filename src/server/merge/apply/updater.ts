import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import type { Json } from '#api/json.ts'
import type { Atom } from './atom.ts'
import { type Comparison, compareInPieces, compareValues, filterComparison } from './compare.ts'
import { ApplyConflicts, type OwnedSet, type Owners } from './conflict.ts'
import { equalValues } from './equal.ts'
import { toFieldSet, toFieldSetInPieces } from './field-set.ts'
import { isLong } from './long.ts'
import { mergeInPieces, mergeValues } from './merge.ts'
import { pruneGivenUp } from './prune.ts'
import { reconcileSet } from './reconcile.ts'
import {
  type FieldSet,
  difference,
  emptyFieldSet,
  intersection,
  isEmptySet,
  isWithin,
  pathsOf,
  union,
} from '#server/merge/managed-fields/field-set.ts'
import { compareText } from '#server/merge/managed-fields/field-set-element.ts'

/** A value with its merge schema. */
export interface Typed {
  readonly atom: Atom
  readonly value: Json
}

/** The merge schema and versions of one kind. */
export interface MergeRules {
  /** The version of the endpoint that these rules belong to. */
  readonly apiVersion: string
  /** Converts a value from version `from` to `to`; `null` when that version is not served. */
  convert(value: Json, from: string, to: string): Typed | null
  /**
   * Restricts a set to the fields that a write through this endpoint can change: not status, for example. `null`: all
   * fields.
   */
  readonly touched: ((set: FieldSet) => FieldSet) | null
}

interface Write {
  readonly live: Json
  readonly next: Json
  readonly manager: string
  /** The differences between `live` and `next`, where they are known. */
  readonly known?: Comparisons | undefined
}

/** The differences between two objects in each version of their owners. */
export type Comparisons = ReadonlyMap<string, Comparison>

/** Compares two objects, of which at least one is large, in the versions of their owners. [ER8] */
export function* comparisonsInPieces(rules: MergeRules, owners: Owners, live: Json, next: Json): Pieces<Comparisons> {
  const found = new Map<string, Comparison>()
  const versions = new Set([rules.apiVersion, ...[...owners.values()].map(({ apiVersion }) => apiVersion)])
  for (const version of versions) {
    const left = rules.convert(live, rules.apiVersion, version)
    const right = rules.convert(next, rules.apiVersion, version)
    yield
    if (left !== null && right !== null) found.set(version, yield* compareInPieces(left.atom, left.value, right.value))
    yield
  }
  return found
}

/** Returns the owners after `next` has replaced `live`. @throws ApplyTypeError [SSA3] */
export function updateOwners(rules: MergeRules, owners: Owners, write: Write): Owners {
  const { apiVersion } = rules
  const { manager } = write
  const { taken, comparison } = doneAtOnce(takeOver(rules, reconciled(rules, owners, write.live), write, true))
  const had = taken.get(manager)?.set ?? emptyFieldSet
  const { removed, modified, added } = comparison
  let set = union(union(difference(had, removed), modified), added)
  if (rules.touched !== null) set = rules.touched(set)
  const after = new Map(taken)
  if (isEmptySet(set)) after.delete(manager)
  else after.set(manager, { set, apiVersion, applied: false })
  return after
}

interface Apply {
  readonly live: Json
  /** The validated configuration of the manager. */
  readonly config: Json
  readonly manager: string
  readonly force: boolean
}

/**
 * Returns the result of an apply (`undefined` if nothing changes) and its owners.
 * @throws ApplyTypeError, ApplyConflicts [SSA2]
 */
export const applyConfig = (rules: MergeRules, owners: Owners, apply: Apply): AppliedConfig =>
  doneAtOnce(applyConfigInPieces(rules, owners, apply))

interface AppliedConfig {
  readonly value: Json | undefined
  readonly owners: Owners
}

/** Does what `applyConfig` does. [ER8] */
export function* applyConfigInPieces(rules: MergeRules, owners: Owners, apply: Apply): Pieces<AppliedConfig> {
  const { apiVersion } = rules
  const { live, config, manager, force } = apply
  const before = reconciled(rules, owners, live)
  const { atom } = typed(rules, config, apiVersion)
  yield
  const isLarge = isLong(live) || isLong(config)
  const merged = (isLarge ? yield* mergeInPieces(atom, live, config) : mergeValues(atom, live, config)) ?? null
  yield
  const last = before.get(manager)
  const wanted = isLarge ? yield* toFieldSetInPieces(atom, config) : toFieldSet(atom, config)
  yield
  const claimed = new Map(before)
  const now = { set: rules.touched === null ? wanted : rules.touched(wanted), apiVersion, applied: true }
  claimed.set(manager, now)
  const next = keepsAll(claimed, last, now) ? merged : yield* pruneGivenUp(rules, claimed, { merged, last })
  yield
  const known = isLarge ? yield* comparisonsInPieces(rules, claimed, live, next) : undefined
  const { taken } = yield* takeOver(rules, claimed, { live, next, manager, known }, force)
  yield
  return { value: equalValues(live, next) ? undefined : next, owners: taken }
}

/** Reports whether an apply lists all that the last one of its manager did: then it gives nothing up. */
function keepsAll(owners: Owners, last: OwnedSet | undefined, now: OwnedSet): boolean {
  if (last === undefined || !isWithin(last.set, now.set)) return last === undefined
  // A conversion to another version and back may lose fields.
  for (const { apiVersion } of [last, ...owners.values()]) if (apiVersion !== now.apiVersion) return false
  return true
}

const typed = (rules: MergeRules, value: Json, version: string): Typed => {
  const found = rules.convert(value, rules.apiVersion, version)
  if (found === null) throw new Error(`no schema of ${version}`)
  return found
}

function reconciled(rules: MergeRules, owners: Owners, live: Json): Owners {
  const result = new Map<string, OwnedSet>()
  const versions = new Map<string, Typed | null>()
  for (const [manager, owned] of owners) {
    const known = versions.get(owned.apiVersion)
    const seen = known === undefined ? rules.convert(live, rules.apiVersion, owned.apiVersion) : known
    if (known === undefined) versions.set(owned.apiVersion, seen)
    // Versions that are no longer served are dropped together with their owners.
    if (seen !== null) result.set(manager, { ...owned, set: reconcileSet(seen.atom, owned.set) })
  }
  return result
}

/** A comparison with the union of its modified and added fields, which is the same for each owner. */
interface Compared extends Comparison {
  readonly changed: FieldSet
}

/**
 * Removes changed fields from the sets of other managers; without `force` that is a conflict. Gives others a turn where the
 * differences are known, because the objects are large. [ER8]
 */
function* takeOver(
  rules: MergeRules,
  owners: Owners,
  write: Write,
  force: boolean,
): Pieces<{ readonly taken: Owners; readonly comparison: Comparison }> {
  const compared = new Map<string, Compared | null>()
  const comparedIn = (version: string): Compared | null => {
    const cached = compared.get(version)
    if (cached !== undefined) return cached
    const found = write.known === undefined ? compareIn(rules, write, version) : (write.known.get(version) ?? null)
    const comparison = found === null ? null : filterComparison(found, rules.touched)
    const all = comparison === null ? null : { ...comparison, changed: union(comparison.modified, comparison.added) }
    compared.set(version, all)
    return all
  }
  const comparison = comparedIn(rules.apiVersion)
  if (comparison === null) throw new Error(`no schema of ${rules.apiVersion}`)
  const taken = new Map<string, OwnedSet>()
  const conflicts = new Map<string, FieldSet>()
  for (const [manager, owned] of owners) {
    if (manager === write.manager) {
      taken.set(manager, owned)
      continue
    }
    const seen = comparedIn(owned.apiVersion)
    if (seen === null) continue
    const { lost, set } = write.known === undefined ? parted(owned.set, seen) : yield* partedInPieces(owned.set, seen)
    if (!isEmptySet(lost)) conflicts.set(manager, lost)
    taken.set(manager, { ...owned, set })
  }
  if (!force && conflicts.size > 0) throw toConflicts(conflicts)
  for (const [manager, owned] of taken) if (isEmptySet(owned.set)) taken.delete(manager)
  return { taken, comparison }
}

interface Parted {
  /** The fields that the write changed. */
  readonly lost: FieldSet
  /** The fields that stay. */
  readonly set: FieldSet
}

const parted = (owned: FieldSet, seen: Compared): Parted => doneAtOnce(partedInPieces(owned, seen))

function* partedInPieces(owned: FieldSet, { changed, removed }: Compared): Pieces<Parted> {
  const lost = intersection(owned, changed)
  yield
  const kept = difference(owned, lost)
  yield
  const set = difference(kept, removed)
  yield
  return { lost, set }
}

function compareIn(rules: MergeRules, write: Write, version: string): Comparison | null {
  const live = rules.convert(write.live, rules.apiVersion, version)
  const next = rules.convert(write.next, rules.apiVersion, version)
  return live === null || next === null ? null : compareValues(live.atom, live.value, next.value)
}

const toConflicts = (sets: ReadonlyMap<string, FieldSet>): ApplyConflicts =>
  new ApplyConflicts(
    [...sets]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([manager, set]) => pathsOf(set).map((path) => ({ manager, path }))),
  )
