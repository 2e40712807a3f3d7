import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type Actor, pageActor } from '#ui/model/api.ts'
import { people } from '#ui/model/actor.ts'
import { objectPath, type WatchableResource } from '#ui/model/discovery.ts'
import { findObject } from '#ui/model/object-view.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

/** The object of a bench, as it was when the bench was opened. */
export interface Subject {
  readonly ref: ObjectRef
  readonly resource: WatchableResource
  readonly object: ApiObject
  /** Its path in the API. */
  readonly path: string
  /** Its key in the store. */
  readonly key: string
}

/** Returns the subject that `ref` names; `null` if it does not exist at the revision that the page shows. */
export function subjectOf(lab: Lab, ref: ObjectRef | null): Subject | null {
  const object = findObject(lab.view.getState(), ref)
  const resource = ref === null ? undefined : lab.objects.getState().collections.get(ref.resourceId)?.resource
  if (ref === null || object === undefined || resource === undefined) return null
  const { namespace, name } = ref
  const plural = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`
  const within = resource.namespaced ? `${namespace}/` : ''
  return {
    ref,
    resource,
    object,
    path: objectPath(resource, namespace, name),
    key: `/registry/${plural}/${within}${name}`,
  }
}

/** One of the two clients of a bench: a name, which is also its field manager, and the user as which it asks. */
export interface BenchClient {
  readonly name: string
  readonly actor: Actor
}

/** The acting user, and a colleague with the same rights. */
export function twoClients(lab: Lab): readonly [BenchClient, BenchClient] {
  const actor = lab.actor.getState()
  const { name } = actor
  const other = people.find((one) => one.name !== name && one.name !== pageActor && one.name !== 'alice')?.name ?? 'bob'
  // A token says who asks, so both ask as its user.
  const colleague = actor.token === undefined ? { ...actor, name: other } : actor
  return [
    { name, actor },
    { name: other, actor: colleague },
  ]
}
