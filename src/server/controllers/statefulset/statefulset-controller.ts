import { selects } from '#api/selectors/label-selector-object.ts'
import type { ControllerRevision, StatefulSet } from '#server/kinds/types/apps-v1.ts'
import type { PersistentVolumeClaim, Pod } from '#server/kinds/types/core-v1.ts'
import type { LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'
import { claim, keyOf } from '#server/controllers/shared/owners.ts'
import { isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { claimable, queueChanges, queueOwners, queueWhenAvailable } from '#server/controllers/shared/queueing.ts'
import {
  byRevision,
  claimRevisions,
  currentRevision,
  dropRevisions,
  type RevisionOwner,
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
  start(starting) {
    const { informers, queue } = starting
    const sets = informers.of<StatefulSet>('/apis/apps/v1/statefulsets')
    const pods = informers.of<Pod>(podsPath)
    const claims = informers.of<PersistentVolumeClaim>('/api/v1/persistentvolumeclaims')
    const revisions = informers.of<ControllerRevision>(revisionsPath)
    queueChanges(queue, sets)
    queueOwners(queue, sets, 'StatefulSet', pods)
    return async (key, loop) => {
      const set = sets.get(key)
      if (set === undefined) return
      const known = await claimRevisions(loop, { kind: setKind, owner: set }, revisions, set.spec?.selector ?? null)
      if (known === null) return
      const candidates = claimable(pods, set)
      const own = await claim({
        client: loop.client,
        ownerKind: setKind,
        owner: set,
        candidates: candidates.filter((pod) => ordinalOf(set, pod) !== null),
        matches: (pod) => selects(set.spec?.selector ?? null, pod.metadata.labels),
        pathOf: pathOfPod,
      })
      await sync({ loop, set, pods: own, claims }, known)
    }
  },
}

const revisionOwner = (set: StatefulSet): RevisionOwner => ({
  kind: setKind,
  owner: set,
  template: set.spec?.template ?? {},
  collisionCount: set.status?.collisionCount,
})

async function sync(run: Omit<SetRun, 'current' | 'update'>, revisions: readonly ControllerRevision[]): Promise<void> {
  const { loop, set } = run
  const update = await currentRevision(loop, revisionOwner(set), revisions)
  const others = revisions.filter((each) => nameOf(each) !== nameOf(update))
  const all = [...others, update].toSorted(byRevision)
  const current = all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update
  const whole: SetRun = { ...run, current, update }
  const status = isTerminating(set) ? null : await replacePods(whole)
  const written = await writeStatus(whole, status)
  const used = new Set([...[current, update].map(nameOf), ...run.pods.map(revisionOf)])
  const unused = all.filter((each) => !used.has(nameOf(each))).length
  await dropRevisions(loop, all, used, unused - (set.spec?.revisionHistoryLimit ?? 10))
  const { readyReplicas = 0, availableReplicas = 0 } = written
  if (readyReplicas !== availableReplicas)
    queueWhenAvailable(loop, keyOf(set), run.pods, set.spec?.minReadySeconds ?? 0)
}
