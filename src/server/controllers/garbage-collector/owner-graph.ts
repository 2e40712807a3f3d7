import type { OwnerReference } from '#api/object-meta.ts'
import type { ObjectFacts } from '#facts/metadata-feed.ts'

export const foregroundFinalizer = 'foregroundDeletion'
export const orphanFinalizer = 'orphan'

/** Reports whether an object is in foreground deletion. */
export const waitsForDependents = ({ isDeleting, finalizers }: ObjectFacts): boolean =>
  isDeleting && finalizers.includes(foregroundFinalizer)

const orphansDependents = ({ isDeleting, finalizers }: ObjectFacts): boolean =>
  isDeleting && finalizers.includes(orphanFinalizer)

/** Work for the collector: an object that may have to be deleted, or one whose dependents must be orphaned. */
export interface Task {
  readonly type: 'judge' | 'orphan'
  readonly uid: string
  /** A deletion; an owner that is not there, though nothing was deleted; or one that is only not judged yet. */
  readonly cause: 'deletion' | 'absence' | 'routine'
}

/** The graph of owners and dependents by uid. Has no side effects: changes go in, tasks come out. */
export interface OwnerGraph {
  get(uid: string): ObjectFacts | undefined
  dependentsOf(uid: string): readonly ObjectFacts[]
  changed(object: ObjectFacts): readonly Task[]
  deleted(uid: string): readonly Task[]
  /**
   * Records that an owner exists: its dependents need no processing until it is deleted. Ignored if it was deleted
   * meanwhile.
   */
  sawOwner(uid: string): void
  clear(): void
}

const judge = ({ uid }: { readonly uid: string }): Task => ({ type: 'judge', uid, cause: 'deletion' })

const groupOf = (apiVersion: string): string => apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')))

/** Reports whether an observed object is the one that a reference of a dependent names, and stays. */
const isOwnerOf = (owner: ObjectFacts | undefined, reference: OwnerReference, dependent: ObjectFacts): boolean =>
  owner !== undefined &&
  !owner.isDeleting &&
  owner.name === reference.name &&
  owner.kind === reference.kind &&
  groupOf(owner.apiVersion) === groupOf(reference.apiVersion) &&
  (owner.namespace === '' || owner.namespace === dependent.namespace)

/** The uids of dependents by the uid of each owner. */
class Links {
  readonly dependents = new Map<string, Set<string>>()
  /** Owners that are known to exist. */
  readonly alive = new Set<string>()

  add({ owners, uid }: ObjectFacts): void {
    for (const owner of owners)
      this.dependents.set(owner.uid, (this.dependents.get(owner.uid) ?? new Set<string>()).add(uid))
  }

  /** Keeps what is known of owners that stay, and those that were observed: nobody must look them up. */
  replace(before: ObjectFacts | undefined, object: ObjectFacts, observed: ReadonlyMap<string, ObjectFacts>): void {
    this.add(object)
    for (const owner of object.owners) if (isOwnerOf(observed.get(owner.uid), owner, object)) this.alive.add(owner.uid)
    const dropped = before?.owners.filter(({ uid }) => object.owners.every((owner) => owner.uid !== uid)) ?? []
    this.remove({ owners: dropped, uid: object.uid })
  }

  remove({ owners, uid }: Pick<ObjectFacts, 'owners' | 'uid'>): void {
    for (const owner of owners) {
      const known = this.dependents.get(owner.uid)
      known?.delete(uid)
      if (known?.size !== 0) continue
      this.dependents.delete(owner.uid)
      this.alive.delete(owner.uid)
    }
  }
}

export function createOwnerGraph(): OwnerGraph {
  const nodes = new Map<string, ObjectFacts>()
  const links = new Links()
  /** The uids of all objects. */
  const present = new Set<string>()

  const dependentsOf = (uid: string): readonly ObjectFacts[] =>
    [...(links.dependents.get(uid) ?? [])].flatMap((each) => nodes.get(each) ?? [])
  /** Returns the owners in foreground deletion that `before` may have blocked. */
  const waitingOwners = (before: ObjectFacts | undefined): readonly Task[] =>
    (before?.owners ?? [])
      .flatMap(({ uid }) => nodes.get(uid) ?? [])
      .filter(waitsForDependents)
      .map(judge)
  const isWaiting = (uid: string): boolean => {
    const owner = nodes.get(uid)
    return owner !== undefined && waitsForDependents(owner)
  }
  return {
    get: (uid) => nodes.get(uid),
    dependentsOf,
    changed(object) {
      const before = nodes.get(object.uid)
      present.add(object.uid)
      nodes.set(object.uid, object)
      links.replace(before, object, nodes)
      const starts = waitsForDependents(object) && (before === undefined || !waitsForDependents(before))
      const tasks: Task[] = [...waitingOwners(before)]
      if (starts) tasks.push(...dependentsOf(object.uid).map(judge))
      if (starts || object.owners.some(({ uid }) => isWaiting(uid))) tasks.push(judge(object))
      else if (object.owners.some(({ uid }) => !links.alive.has(uid)))
        tasks.push({
          ...judge(object),
          cause: object.owners.every(({ uid }) => present.has(uid)) ? 'routine' : 'absence',
        })
      if (orphansDependents(object)) tasks.push({ type: 'orphan', uid: object.uid, cause: 'deletion' })
      // Objects without owners that are not being deleted need no node.
      if (object.owners.length === 0 && !object.isDeleting) nodes.delete(object.uid)
      return tasks
    },
    deleted(uid) {
      const before = nodes.get(uid)
      nodes.delete(uid)
      present.delete(uid)
      links.alive.delete(uid)
      if (before !== undefined) links.remove(before)
      return [...waitingOwners(before), ...dependentsOf(uid).map(judge)]
    },
    sawOwner(uid) {
      if (links.dependents.has(uid)) links.alive.add(uid)
    },
    clear() {
      nodes.clear()
      present.clear()
      links.dependents.clear()
      links.alive.clear()
    },
  }
}
