import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { Refusal } from '#client/refusal.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { ObjectOf } from './events.ts'
import type { Loop } from './life-loop.ts'
import { pathOf } from './owners.ts'
import { pathOfPod } from './pods.ts'

/** Creates a pod in the namespace of its owner, and an event of the owner that says so. */
export async function createPod({ client, events }: Loop, owner: ObjectOf, pod: JsonObject): Promise<ApiObject> {
  try {
    const created = await client.create(pathOf('/api/v1', 'pods', owner.object.metadata.namespace), pod)
    events.emit(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name ?? ''}`)
    return created
  } catch (error) {
    if (error instanceof Refusal && !isInTerminatingNamespace(error))
      events.emit(owner, 'Warning', 'FailedCreate', `Error creating: ${error.message}`)
    throw error
  }
}

/** Reports whether a creation was refused because the namespace is being deleted: it will never succeed. */
export const isInTerminatingNamespace = (error: unknown): boolean =>
  error instanceof Refusal &&
  (error.status.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating')

/** Deletes a pod, and writes an event of its owner that says so. A pod that is gone already is no failure. */
export async function deletePod({ client, events }: Loop, owner: ObjectOf, pod: Pod): Promise<void> {
  try {
    await client.delete(pathOfPod(pod))
    events.emit(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name ?? ''}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status.code === 404) return
    events.emit(owner, 'Warning', 'FailedDelete', `Error deleting: ${error.message}`)
    throw error
  }
}
