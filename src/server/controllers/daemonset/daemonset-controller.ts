import { selects } from '#api/selectors/label-selector-object.ts'
import type { ControllerRevision, DaemonSet } from '#server/kinds/types/apps-v1.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import { createExpectations } from '#server/controllers/shared/expectations.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { labelOf, nameOf, uidOf } from '#server/controllers/shared/fields.ts'
import { claim, keyOf } from '#server/controllers/shared/owners.ts'
import { hasEnded, isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import {
  claimable,
  ownerIn,
  queueChanges,
  queueOwners,
  queueWhenAvailable,
} from '#server/controllers/shared/queueing.ts'
import {
  claimRevisions,
  currentRevision,
  dropRevisions,
  type RevisionOwner,
  revisionsPath,
} from '#server/controllers/shared/revisions.ts'
import { templateHash } from '#server/controllers/shared/template-hash.ts'
import { manageDaemons, updateDaemons } from './manage-daemons.ts'
import { daemonKind, type DaemonRun, revisionLabel } from './daemon-parts.ts'
import { writeDaemonStatus } from './daemon-status.ts'

/** DaemonSets keep one pod on each node that fits. [LC36] */
export const daemonSets: LoopDefinition = {
  name: 'daemonset',
  account: 'daemon-set-controller',
  component: 'daemonset-controller',
  start(starting) {
    const { informers, queue } = starting
    const sets = informers.of<DaemonSet>('/apis/apps/v1/daemonsets')
    const pods = informers.of<Pod>(podsPath)
    const nodes = informers.of<Node>('/api/v1/nodes')
    const revisions = informers.of<ControllerRevision>(revisionsPath)
    const expectations = createExpectations(starting.clock)
    const failures: DaemonRun['failures'] = new Map()
    sets.onChange((before, after) => {
      if (after !== undefined || before === undefined) return
      expectations.forget(keyOf(before))
      for (const place of failures.keys()) if (place.startsWith(`${uidOf(before)} `)) failures.delete(place)
    })
    queueChanges(queue, sets)
    nodes.onChange((before, after) => {
      if (!isSameNode(before, after)) for (const set of sets.all()) queue.add(keyOf(set))
    })
    pods.onChange((before, after) => {
      const owner = ownerIn(sets, 'DaemonSet', after ?? before)
      const key = owner === undefined ? '' : keyOf(owner)
      if (before === undefined && after !== undefined) expectations.created(key)
      // A pod that is being deleted counts as deleted: its replacement is due when it has ended, not when it is gone.
      const gone = after === undefined || isTerminating(after) ? (after ?? before) : undefined
      if (gone !== undefined) expectations.deleted(key, keyOf(gone))
    })
    queueOwners(queue, sets, 'DaemonSet', pods)
    return async (key, loop) => {
      const set = sets.get(key)
      if (set === undefined) return expectations.forget(key)
      if (isTerminating(set)) return
      const own = await claimRevisions(loop, { kind: daemonKind, owner: set }, revisions, set.spec?.selector ?? null)
      if (own === null) return
      const claimed = await claimPods(loop, pods, set)
      const used = claimed.map((pod) => labelOf(pod, revisionLabel))
      const byNode = podsByNode(claimed)
      await sync({ loop, expectations, failures, set, key, nodes: nodes.all(), byNode, used }, own)
    }
  },
}

/** True if a node's labels and spec, by which it fits a set, are the same in both versions. */
const isSameNode = (before: Node | undefined, after: Node | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  JSON.stringify([before.metadata.labels, before.spec]) === JSON.stringify([after.metadata.labels, after.spec])

/** The node a pod is on, or the one that its affinity names. */
function nodeOf({ spec }: Pod): string {
  const { nodeName = '', affinity } = spec ?? {}
  if (nodeName !== '') return nodeName
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const fields = (required?.nodeSelectorTerms ?? []).flatMap(({ matchFields }) => matchFields ?? [])
  return fields.find(({ key }) => key === 'metadata.name')?.values?.[0] ?? ''
}

const claimPods = (loop: Loop, pods: Informer<Pod>, set: DaemonSet): Promise<Pod[]> =>
  claim({
    client: loop.client,
    ownerKind: daemonKind,
    owner: set,
    candidates: claimable(pods, set),
    matches: (pod) => selects(set.spec?.selector ?? null, pod.metadata.labels),
    pathOf: pathOfPod,
  })

/** Pods that ended and are being deleted need nothing more, so that their nodes count as free. */
function podsByNode(own: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const byNode = new Map<string, Pod[]>()
  for (const pod of own.filter((each) => !(hasEnded(each) && isTerminating(each))))
    byNode.set(nodeOf(pod), [...(byNode.get(nodeOf(pod)) ?? []), pod])
  return byNode
}

const revisionOwner = (set: DaemonSet): RevisionOwner => ({
  kind: daemonKind,
  owner: set,
  template: set.spec?.template ?? {},
  label: revisionLabel,
  collisionCount: set.status?.collisionCount,
  // A set without collisions has no count of them.
  hash: (collisions) => templateHash(set.spec?.template ?? {}, collisions === 0 ? undefined : collisions),
})

async function sync(run: Omit<DaemonRun, 'hash'>, revisions: readonly ControllerRevision[]): Promise<void> {
  const { loop, set, key, expectations } = run
  const { minReadySeconds = 0, revisionHistoryLimit = 10, updateStrategy } = set.spec ?? {}
  const revision = await currentRevision(loop, revisionOwner(set), revisions)
  const whole: DaemonRun = { ...run, hash: labelOf(revision, revisionLabel) }
  const isCertain = expectations.satisfied(key)
  if (isCertain) {
    await manageDaemons(whole)
    if (expectations.satisfied(key) && updateStrategy?.type !== 'OnDelete') await updateDaemons(whole)
    // Old revisions that pods still have count against the limit, but are kept.
    const old = revisions.filter((each) => nameOf(each) !== nameOf(revision)).length
    await dropRevisions(loop, revisions, usedRevisions(whole), old - revisionHistoryLimit)
  }
  await writeDaemonStatus(whole, isCertain)
  queueWhenAvailable(loop, key, [...whole.byNode.values()].flat(), minReadySeconds)
}

const usedRevisions = ({ set, used, hash }: DaemonRun): ReadonlySet<string> =>
  new Set([hash, ...used].map((each) => `${nameOf(set)}-${each}`))
