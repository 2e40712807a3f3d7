import type { JsonObject } from '#api/json.ts'
import type { ApiObject, OwnerReference } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { ObjectFacts } from '#facts/metadata-feed.ts'
import { hasCode } from '#server/controllers/shared/refusals.ts'
import { isConflict, isNotFound, type OwnerFinder } from './owner-finder.ts'
import { foregroundFinalizer, orphanFinalizer, type OwnerGraph, waitsForDependents } from './owner-graph.ts'

export interface Collecting {
  readonly client: ApiClient
  readonly graph: OwnerGraph
  readonly finder: OwnerFinder
  /** Queues an object for processing. */
  readonly enqueue: (uid: string) => void
  /** Reports an owner reference that can never be valid. */
  readonly warnOf: (dependent: ObjectFacts, owner: OwnerReference) => Promise<void>
}

/**
 * Processes one object: keeps it, removes references to absent owners, or deletes it. Returns false to retry. [GC2]
 */
export async function judge(collecting: Collecting, uid: string): Promise<boolean> {
  const { client, graph } = collecting
  const known = graph.get(uid)
  if (known === undefined || (known.isDeleting && !waitsForDependents(known))) return true
  const live = await readLive(client, known)
  if (live === null) return true
  if (waitsForDependents(known)) return finishForeground(collecting, known, live)
  const owners = live.metadata.ownerReferences ?? []
  if (owners.length === 0) return true
  const groups = await classify(collecting, known, owners)
  return groups === null || (await settle(collecting, known, live, groups))
}

async function settle(
  { client, graph }: Collecting,
  known: ObjectFacts,
  live: ApiObject,
  { solid, gone, waiting }: OwnerGroups,
): Promise<boolean> {
  if (solid.length > 0) return dropOwners(client, known, live, [...gone, ...waiting])
  const dependents = graph.dependentsOf(known.uid)
  const isBlocking = waiting.length > 0 && dependents.length > 0
  // In a cycle of objects that all wait for each other none would be deleted: this one stops blocking its owners.
  if (isBlocking && dependents.some(waitsForDependents)) {
    const owners = (live.metadata.ownerReferences ?? []).map((each) => ({ ...each, blockOwnerDeletion: false }))
    if (!(await patchMetadata(client, known, live, { ownerReferences: owners }))) return false
    return remove(client, known, null, 'Foreground')
  }
  return remove(client, known, live, isBlocking ? 'Foreground' : policyOf(live))
}

/** Returns the current object; `null` if it is gone or another object has its name. */
async function readLive(client: ApiClient, { path, name, uid }: ObjectFacts): Promise<ApiObject | null> {
  try {
    const live = await client.get(path)
    return live.metadata.uid === uid ? live : null
  } catch (error) {
    if (isNotFound(error, name)) return null
    throw error
  }
}

interface OwnerGroups {
  readonly solid: readonly OwnerReference[]
  /** Owners that no longer exist. */
  readonly gone: readonly OwnerReference[]
  /** Owners that are being deleted and wait for this object. */
  readonly waiting: readonly OwnerReference[]
}

/** Returns `null` if nothing can be decided because a reference can never be valid. */
async function classify(
  { finder, graph, warnOf }: Collecting,
  dependent: ObjectFacts,
  owners: readonly OwnerReference[],
): Promise<OwnerGroups | null> {
  const groups = { solid: [] as OwnerReference[], gone: [] as OwnerReference[], waiting: [] as OwnerReference[] }
  for (const owner of owners) {
    const state = await finder.find(dependent, owner)
    if (state.type === 'impossible') {
      await warnOf(dependent, owner)
      return null
    }
    if (state.type === 'absent') {
      const elsewhere = graph.get(owner.uid)
      if (elsewhere !== undefined && elsewhere.namespace !== '' && elsewhere.namespace !== dependent.namespace)
        await warnOf(dependent, owner)
      groups.gone.push(owner)
      continue
    }
    const { deletionTimestamp, finalizers = [] } = state.object.metadata
    const isWaiting = deletionTimestamp !== undefined && finalizers.includes(foregroundFinalizer)
    if (isWaiting && owner.blockOwnerDeletion === true) groups.waiting.push(owner)
    else {
      groups.solid.push(owner)
      graph.sawOwner(owner.uid)
    }
  }
  return groups
}

const policyOf = ({ metadata: { finalizers = [] } }: ApiObject): string =>
  finalizers.includes(orphanFinalizer)
    ? 'Orphan'
    : finalizers.includes(foregroundFinalizer)
      ? 'Foreground'
      : 'Background'

/** Completes foreground deletion of an owner once no dependent blocks it. [GC3] */
async function finishForeground(
  { client, graph, enqueue }: Collecting,
  owner: ObjectFacts,
  live: ApiObject,
): Promise<boolean> {
  const blocking = graph
    .dependentsOf(owner.uid)
    .filter(({ owners }) => owners.some((each) => each.uid === owner.uid && each.blockOwnerDeletion === true))
  if (blocking.length === 0) return dropFinalizer(client, owner, live, foregroundFinalizer)
  for (const dependent of blocking) if (!waitsForDependents(dependent)) enqueue(dependent.uid)
  return true
}

/** Removes an object's owner references from its dependents, then its `orphan` finalizer. [GC4] */
export async function orphan({ client, graph }: Collecting, uid: string): Promise<boolean> {
  const owner = graph.get(uid)
  if (owner === undefined) return true
  const live = await readLive(client, owner)
  if (live === null || !(live.metadata.finalizers ?? []).includes(orphanFinalizer)) return true
  for (const dependent of graph.dependentsOf(uid)) {
    const now = await readLive(client, dependent)
    const mine = (now?.metadata.ownerReferences ?? []).filter((each) => each.uid === uid)
    if (now !== null && !(await dropOwners(client, dependent, now, mine))) return false
  }
  return dropFinalizer(client, owner, live, orphanFinalizer)
}

async function dropOwners(
  client: ApiClient,
  object: ObjectFacts,
  live: ApiObject,
  dropped: readonly OwnerReference[],
): Promise<boolean> {
  if (dropped.length === 0) return true
  const { uid, ownerReferences = [] } = live.metadata
  const kept = ownerReferences.filter((each) => !dropped.some((other) => other.uid === each.uid))
  const deletions = dropped.map((each) => ({ $patch: 'delete', uid: each.uid }))
  try {
    await client.strategicPatch(object.path, { metadata: { uid, ownerReferences: deletions } })
    return true
  } catch (error) {
    if (isNotFound(error, object.name)) return true
    // Custom resources have no strategic merge patch.
    if (hasCode(error, 415))
      return patchMetadata(client, object, live, { ownerReferences: kept.length === 0 ? null : kept })
    throw error
  }
}

function dropFinalizer(client: ApiClient, object: ObjectFacts, live: ApiObject, name: string): Promise<boolean> {
  const kept = (live.metadata.finalizers ?? []).filter((each) => each !== name)
  return patchMetadata(client, object, live, { finalizers: kept.length === 0 ? null : kept })
}

/** Patches the version that was read. Returns false on conflict. */
async function patchMetadata(
  client: ApiClient,
  { path, name }: ObjectFacts,
  { metadata: { uid, resourceVersion } }: ApiObject,
  change: JsonObject,
): Promise<boolean> {
  try {
    await client.mergePatch(path, { metadata: { uid, resourceVersion, ...change } })
    return true
  } catch (error) {
    if (isNotFound(error, name)) return true
    if (isConflict(error)) return false
    throw error
  }
}

/** Deletes the version that was processed, or any version if it is `null`. */
async function remove(
  client: ApiClient,
  { path, name, uid }: ObjectFacts,
  live: ApiObject | null,
  propagationPolicy: string,
): Promise<boolean> {
  const version = live?.metadata.resourceVersion
  const preconditions = { uid, ...(version === undefined ? {} : { resourceVersion: version }) }
  try {
    await client.delete(path, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions, propagationPolicy })
    return true
  } catch (error) {
    if (isNotFound(error, name)) return true
    if (isConflict(error)) return false
    throw error
  }
}
