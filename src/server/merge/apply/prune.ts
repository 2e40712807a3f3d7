import { type Pieces } from '#api/bodies/in-pieces.ts'
import type { Json } from '#api/json.ts'
import type { OwnedSet, Owners } from './conflict.ts'
import { toFieldSetInPieces } from './field-set.ts'
import { withNamedFields } from './reconcile.ts'
import { removeFields } from './remove.ts'
import type { MergeRules, Typed } from './updater.ts'
import {
  type FieldSet,
  difference,
  intersection,
  isEmptySet,
  union,
  unionOfAll,
} from '#server/merge/managed-fields/field-set.ts'

/**
 * Removes from `merged` the fields that the manager's last apply set, this one does not set and no other manager owns.
 * `owners` are those after the apply, of all versions. [SSA5] [ER8]
 */
export function* pruneGivenUp(
  rules: MergeRules,
  owners: Owners,
  { merged, last }: { readonly merged: Json; readonly last: OwnedSet | undefined },
): Pieces<Json> {
  if (last === undefined || isEmptySet(last.set)) return merged
  const { apiVersion } = last
  const seen = rules.convert(merged, rules.apiVersion, apiVersion)
  if (seen === null) return merged
  const bare = removeFields(seen.atom, seen.value, withNamedFields(seen.atom, last.set))
  yield
  const owned = yield* addBackOwned(rules, owners, { seen, bare, apiVersion })
  yield
  const kept = yield* addBackDangling(rules, seen, { pruned: owned, last })
  yield
  return rules.convert(kept, apiVersion, rules.apiVersion)?.value ?? kept
}

interface Pruning {
  /** The merged object in the version `apiVersion`. */
  readonly seen: Typed
  readonly bare: Json
  readonly apiVersion: string
}

/** Restores owned fields: first those of owners in the same version, then those of all other versions. */
function* addBackOwned(rules: MergeRules, owners: Owners, { seen, bare, apiVersion }: Pruning): Pieces<Versioned> {
  const byVersion = new Map<string, FieldSet[]>([[apiVersion, []]])
  for (const owned of owners.values()) {
    const sets = byVersion.get(owned.apiVersion)
    if (sets === undefined) byVersion.set(owned.apiVersion, [owned.set])
    else sets.push(owned.set)
  }
  let [merged, pruned]: [Versioned, Versioned] = [
    { value: seen.value, version: apiVersion },
    { value: bare, version: apiVersion },
  ]
  for (const [version, sets] of byVersion) {
    const all = rules.convert(merged.value, merged.version, version)
    const few = rules.convert(pruned.value, pruned.version, version)
    if (all === null || few === null) continue
    const named = (set: FieldSet): FieldSet => withNamedFields(all.atom, set)
    const fewSet = yield* toFieldSetInPieces(few.atom, few.value)
    const keep = union(named(fewSet), named(unionOfAll(sets)))
    yield
    const allSet = yield* toFieldSetInPieces(all.atom, all.value)
    const given = difference(named(allSet), keep)
    yield
    const value = removeFields(all.atom, all.value, given)
    yield
    merged = { value: all.value, version }
    pruned = { value, version }
  }
  return pruned
}

interface Versioned {
  readonly value: Json
  readonly version: string
}

/**
 * Restores items that became empty because all fields below them were given up, unless the last apply listed the items
 * themselves.
 */
function* addBackDangling(
  rules: MergeRules,
  seen: Typed,
  { pruned, last }: { readonly pruned: Versioned; readonly last: OwnedSet },
): Pieces<Json> {
  const few = rules.convert(pruned.value, pruned.version, last.apiVersion)
  if (few === null) return seen.value
  const named = (set: FieldSet): FieldSet => withNamedFields(seen.atom, set)
  const prunedSet = named(yield* toFieldSetInPieces(few.atom, few.value))
  const mergedSet = named(yield* toFieldSetInPieces(seen.atom, seen.value))
  yield
  const dangling = intersection(difference(mergedSet, prunedSet), named(last.set))
  yield
  return removeFields(seen.atom, seen.value, dangling)
}
