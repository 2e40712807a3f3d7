import { selects } from '#api/selectors/label-selector-object.ts'
import type { ControllerRevision, StatefulSet } from '#server/kinds/types/apps-v1.ts'
import type { PersistentVolumeClaim, Pod } from '#server/kinds/types/core-v1.ts'
import type { LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { claim, controllerOf, keyOf } from '#server/controllers/shared/owners.ts'
import { availableAtMs, isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import {
  byRevision,
  currentRevision,
  dropRevisions,
  isOwn,
  revisionsPath,
} from '#server/controllers/shared/revisions.ts'
import { replacePods } from './replace-pods.ts'
import { ordinalOf } from './set-pods.ts'
import { revisionOf, setKind, type SetRun } from './set-parts.ts'
import { writeStatus } from './set-status.ts'

/** StatefulSets keep numbered pods, each with its own claims. [LC31] */
export const statefulSets: LoopDefinition = {
  name: 'statefulset',
  account: 'statefulset-controller',
  start(loop) {
    const { informers, queue } = loop
    const sets = informers.of<StatefulSet>('/apis/apps/v1/statefulsets')
    const pods = informers.of<Pod>(podsPath)
    const claims = informers.of<PersistentVolumeClaim>('/api/v1/persistentvolumeclaims')
    const revisions = informers.of<ControllerRevision>(revisionsPath)
    sets.onChange((before, after) => {
      const set = after ?? before
      if (set !== undefined) queue.add(keyOf(set))
    })
    const ownerOf = (pod: Pod | undefined): StatefulSet | undefined => {
      const controller = pod === undefined ? undefined : controllerOf(pod)
      if (controller?.kind !== 'StatefulSet') return undefined
      const set = sets.get(`${pod?.metadata.namespace ?? ''}/${controller.name}`)
      return set?.metadata.uid === controller.uid ? set : undefined
    }
    pods.onChange((before, after) => {
      for (const set of new Set([ownerOf(before), ownerOf(after)])) if (set) queue.add(keyOf(set))
      if (after === undefined || controllerOf(after) !== undefined) return
      for (const set of sets.inNamespace(after.metadata.namespace ?? ''))
        if (selects(set.spec?.selector ?? null, after.metadata.labels)) queue.add(keyOf(set))
    })
    return async (key) => {
      const set = sets.get(key)
      if (set === undefined) return
      const candidates = [
        ...pods.controlledBy(set.metadata.uid ?? ''),
        ...pods.controlledBy('').filter(({ metadata }) => metadata.namespace === set.metadata.namespace),
      ]
      const own = await claim({
        client: loop.client,
        ownerKind: setKind,
        owner: set,
        candidates: candidates.filter((pod) => ordinalOf(set, pod) !== null),
        matches: (pod) => selects(set.spec?.selector ?? null, pod.metadata.labels),
        pathOf: pathOfPod,
      })
      const known = revisions.inNamespace(set.metadata.namespace ?? '').filter((each) => isOwn(each, set))
      await sync({ loop, set, pods: own, claims }, known)
    }
  },
}

async function sync(run: Omit<SetRun, 'current' | 'update'>, revisions: readonly ControllerRevision[]): Promise<void> {
  const { loop, set } = run
  const update = await currentRevision(
    loop,
    {
      kind: setKind,
      owner: set,
      template: set.spec?.template ?? {},
      selectorLabels: set.spec?.selector?.matchLabels ?? {},
      collisionCount: set.status?.collisionCount,
    },
    revisions,
  )
  const all = [...revisions.filter(({ metadata }) => metadata.name !== update.metadata.name), update].toSorted(
    byRevision,
  )
  const current = all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update
  const whole: SetRun = { ...run, current, update }
  const status = isTerminating(set) ? null : await replacePods(whole)
  const written = await writeStatus(whole, status)
  const used = new Set([current, update].map(({ metadata }) => metadata.name ?? '').concat(run.pods.map(revisionOf)))
  await dropRevisions(loop, all, used, set.spec?.revisionHistoryLimit ?? 10)
  // Pods become available by the passing of time, which no watch shows.
  const { minReadySeconds = 0 } = set.spec ?? {}
  const { readyReplicas = 0, availableReplicas = 0 } = written
  if (minReadySeconds === 0 || readyReplicas === availableReplicas) return
  const times = run.pods
    .flatMap((pod) => availableAtMs(pod, minReadySeconds) ?? [])
    .filter((at) => at > loop.clock.now())
  if (times.length > 0) loop.queue.addAfter(keyOf(set), Math.min(...times) - loop.clock.now())
}
