import type { ApiObject } from '#api/object-meta.ts'
import { type LabelSelectorObject, selects } from '#api/selectors/label-selector-object.ts'
import type { WorkQueue } from './work-queue.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { namespaceOf, uidOf } from './fields.ts'
import type { Informer } from './informers.ts'
import type { Loop } from './life-loop.ts'
import { controllerOf, keyOf } from './owners.ts'
import { availableAtMs, isTerminating } from './pods.ts'

/** Queues each object of a collection when it appears, changes or disappears. */
export function queueChanges<Kind extends ApiObject>(queue: WorkQueue, informer: Informer<Kind>): void {
  informer.onChange((before, after) => {
    const object = after ?? before
    if (object !== undefined) queue.add(keyOf(object))
  })
}

/** Returns the controller of an object, if that is of this kind and was not replaced by another one of the same name. */
export function ownerIn<Owner extends ApiObject>(
  owners: Informer<Owner>,
  kind: string,
  owned: ApiObject | undefined,
): Owner | undefined {
  const controller = owned === undefined ? undefined : controllerOf(owned)
  if (owned === undefined || controller?.kind !== kind) return undefined
  const owner = owners.get(`${namespaceOf(owned)}/${controller.name}`)
  return owner?.metadata.uid === controller.uid ? owner : undefined
}

/** An owner that selects what it owns by labels. */
interface Selecting extends ApiObject {
  spec?: { selector?: LabelSelectorObject | undefined } | undefined
}

/** Queues the owners of each changed object; of an object without a controller, those owners that may adopt it. */
export function queueOwners<Owner extends Selecting, Kind extends ApiObject>(
  queue: WorkQueue,
  owners: Informer<Owner>,
  kind: string,
  owned: Informer<Kind>,
): void {
  owned.onChange((before, after) => {
    for (const owner of new Set([ownerIn(owners, kind, before), ownerIn(owners, kind, after)]))
      if (owner !== undefined) queue.add(keyOf(owner))
    if (after === undefined || controllerOf(after) !== undefined || isTerminating(after)) return
    for (const owner of owners.inNamespace(namespaceOf(after)))
      if (selects(owner.spec?.selector ?? null, after.metadata.labels)) queue.add(keyOf(owner))
  })
}

/** The objects that may belong to an owner: its own, and those of its namespace without a controller. */
export const claimable = <Kind extends ApiObject>(informer: Informer<Kind>, owner: ApiObject): readonly Kind[] => [
  ...informer.controlledBy(uidOf(owner)),
  ...informer.controlledBy('').filter((each) => namespaceOf(each) === namespaceOf(owner)),
]

/** Queues an owner for the moment when the next of its pods becomes available, which no watch shows. */
export function queueWhenAvailable(
  { queue, clock }: Loop,
  key: string,
  pods: readonly Pod[],
  minReadySeconds: number,
): void {
  if (minReadySeconds === 0) return
  const times = pods.flatMap((pod) => availableAtMs(pod, minReadySeconds) ?? []).filter((at) => at > clock.now())
  if (times.length > 0) queue.addAfter(key, Math.min(...times) - clock.now())
}
