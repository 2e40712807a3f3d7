import type { Json } from '#api/json.ts'
import type { OwnedSet, Owners } from './conflict.ts'
import { toFieldSet } from './field-set.ts'
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
 * `owners` are those after the apply, of all versions. [SSA5]
 */
export function pruneGivenUp(
  rules: MergeRules,
  owners: Owners,
  { merged, last }: { readonly merged: Json; readonly last: OwnedSet | undefined },
): Json {
  if (last === undefined || isEmptySet(last.set)) return merged
  const { apiVersion } = last
  const seen = rules.convert(merged, rules.apiVersion, apiVersion)
  if (seen === null) return merged
  const bare = removeFields(seen.atom, seen.value, withNamedFields(seen.atom, last.set))
  const owned = addBackOwned(rules, owners, { seen, bare, apiVersion })
  const kept = addBackDangling(rules, seen, { pruned: owned, last })
  return rules.convert(kept, apiVersion, rules.apiVersion)?.value ?? kept
}

interface Pruning {
  /** The merged object in the version `apiVersion`. */
  readonly seen: Typed
  readonly bare: Json
  readonly apiVersion: string
}

/** Restores owned fields: first those of owners in the same version, then those of all other versions. */
function addBackOwned(rules: MergeRules, owners: Owners, { seen, bare, apiVersion }: Pruning): Versioned {
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
    const keep = union(named(toFieldSet(few.atom, few.value)), named(unionOfAll(sets)))
    const value = removeFields(all.atom, all.value, difference(named(toFieldSet(all.atom, all.value)), keep))
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
function addBackDangling(
  rules: MergeRules,
  seen: Typed,
  { pruned, last }: { readonly pruned: Versioned; readonly last: OwnedSet },
): Json {
  const few = rules.convert(pruned.value, pruned.version, last.apiVersion)
  if (few === null) return seen.value
  const named = (set: FieldSet): FieldSet => withNamedFields(seen.atom, set)
  const [prunedSet, mergedSet] = [named(toFieldSet(few.atom, few.value)), named(toFieldSet(seen.atom, seen.value))]
  return removeFields(seen.atom, seen.value, intersection(difference(mergedSet, prunedSet), named(last.set)))
}
