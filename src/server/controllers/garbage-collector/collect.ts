import type { JsonObject } from '#api/json.ts'
import type { ApiObject, OwnerReference } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { ObjectFacts } from '#facts/metadata-feed.ts'
import { isConflict, isNotFound, type OwnerFinder } from './owner-finder.ts'
import { foregroundFinalizer, orphanFinalizer, type OwnerGraph, waitsForDependents } from './owner-graph.ts'

export interface Collecting {
  readonly client: ApiClient
  readonly graph: OwnerGraph
  readonly finder: OwnerFinder
  /** Asks for an object to be judged. */
  readonly enqueue: (uid: string) => void
  /** Hears of an owner reference that can never hold. */
  readonly warnOf: (dependent: ObjectFacts, owner: OwnerReference) => Promise<void>
}

/** Decides about one object: it stays, loses owners that are gone, or goes as they went. False: look again. [GC2] */
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
  // In a circle of objects that all wait for each other nobody would go: this one stops holding up its owners.
  if (isBlocking && dependents.some(waitsForDependents)) {
    const owners = (live.metadata.ownerReferences ?? []).map((each) => ({ ...each, blockOwnerDeletion: false }))
    if (!(await patchMetadata(client, known, live, { ownerReferences: owners }))) return false
    return remove(client, known, null, 'Foreground')
  }
  return remove(client, known, live, isBlocking ? 'Foreground' : policyOf(live))
}

/** The object as it is now; `null` when it is gone or another has its name. */
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
  /** Not there any more. */
  readonly gone: readonly OwnerReference[]
  /** Being deleted, and waiting for this very object. */
  readonly waiting: readonly OwnerReference[]
}

/** `null` when nothing can be decided: a reference that can never hold. */
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

/** An owner that waits: it goes when nothing that it owns holds it up. [GC3] */
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

/** Lets the dependents of an object be without it, then lets it go. [GC4] */
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
  const kept = (live.metadata.ownerReferences ?? []).filter(({ uid }) => !dropped.some((each) => each.uid === uid))
  return patchMetadata(client, object, live, { ownerReferences: kept.length === 0 ? null : kept })
}

function dropFinalizer(client: ApiClient, object: ObjectFacts, live: ApiObject, name: string): Promise<boolean> {
  const kept = (live.metadata.finalizers ?? []).filter((each) => each !== name)
  return patchMetadata(client, object, live, { finalizers: kept.length === 0 ? null : kept })
}

/** Changes the very version that was read. False when it is another by now. */
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

/** Deletes the very version that was judged; of `null` whatever version the object has by now. */
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
