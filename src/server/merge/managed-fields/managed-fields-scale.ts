import type { OwnedSet } from '#server/merge/apply/conflict.ts'
import { difference, fieldSetOf, hasPath, isEmptySet } from './field-set.ts'
import type { Path } from './field-set-element.ts'
import type { Managed } from './managed-fields.ts'

const scaleVersion = 'autoscaling/v1'
const replicasInScale: Path = ['f:spec', 'f:replicas']

/** Returns the replicas path in a version of the parent; `undefined` for versions that are not served. */
export type ReplicasPath = (apiVersion: string) => Path | undefined

/** Returns the owners of a scale object: those of the parent's replicas. [SSA13] */
export function scaleOwners(parent: Managed, pathIn: ReplicasPath): Managed {
  const owners = new Map<string, OwnedSet>()
  for (const [manager, owned] of parent.owners) {
    const path = pathIn(owned.apiVersion)
    if (path !== undefined && hasPath(owned.set, path))
      owners.set(manager, { ...owned, set: fieldSetOf(replicasInScale), apiVersion: scaleVersion })
  }
  return { owners, times: parent.times }
}

/** Returns the parent's owners after a write of its scale, which has its own owners. */
export function parentOwners(
  parent: Managed,
  scale: Managed,
  { pathIn, apiVersion }: { readonly pathIn: ReplicasPath; readonly apiVersion: string },
): Managed {
  const owners = new Map<string, OwnedSet>()
  const left = new Map(scale.owners)
  for (const [manager, owned] of parent.owners) {
    const path = pathIn(owned.apiVersion)
    if (path === undefined) continue
    if (!hasPath(owned.set, path) || left.delete(manager)) owners.set(manager, owned)
    else {
      const set = difference(owned.set, fieldSetOf(path))
      if (!isEmptySet(set)) owners.set(manager, { ...owned, set })
    }
  }
  const path = pathIn(apiVersion)
  for (const [manager, owned] of left)
    if (path !== undefined && hasPath(owned.set, replicasInScale))
      owners.set(manager, { ...owned, set: fieldSetOf(path), apiVersion })
  return { owners, times: parent.times }
}
