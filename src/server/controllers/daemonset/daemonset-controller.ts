import { selects } from '#api/selectors/label-selector-object.ts'
import type { ControllerRevision, DaemonSet } from '#server/kinds/types/apps-v1.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import { createExpectations } from '#server/controllers/shared/expectations.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { claim, controllerOf, keyOf } from '#server/controllers/shared/owners.ts'
import { availableAtMs, isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { currentRevision, dropRevisions, isOwn, revisionsPath } from '#server/controllers/shared/revisions.ts'
import { manageDaemons, updateDaemons } from './manage-daemons.ts'
import { daemonKind, type DaemonRun } from './daemon-parts.ts'
import { writeDaemonStatus } from './daemon-status.ts'

const generationAnnotation = 'deprecated.daemonset.template.generation'

/** DaemonSets keep one pod on each node that fits. [LC36] */
export const daemonSets: LoopDefinition = {
  name: 'daemonset',
  account: 'daemon-set-controller',
  component: 'daemonset-controller',
  start(loop) {
    const { informers, queue } = loop
    const sets = informers.of<DaemonSet>('/apis/apps/v1/daemonsets')
    const pods = informers.of<Pod>(podsPath)
    const nodes = informers.of<Node>('/api/v1/nodes')
    const revisions = informers.of<ControllerRevision>(revisionsPath)
    const expectations = createExpectations(loop.clock)
    sets.onChange((before, after) => {
      const set = after ?? before
      if (set === undefined) return
      if (after === undefined) expectations.forget(keyOf(set))
      queue.add(keyOf(set))
    })
    nodes.onChange((before, after) => {
      const isSame =
        before !== undefined &&
        after !== undefined &&
        JSON.stringify([before.metadata.labels, before.spec]) === JSON.stringify([after.metadata.labels, after.spec])
      if (!isSame) for (const set of sets.all()) queue.add(keyOf(set))
    })
    const ownerOf = (pod: Pod | undefined): DaemonSet | undefined => {
      const controller = pod === undefined ? undefined : controllerOf(pod)
      if (controller?.kind !== 'DaemonSet') return undefined
      const set = sets.get(`${pod?.metadata.namespace ?? ''}/${controller.name}`)
      return set?.metadata.uid === controller.uid ? set : undefined
    }
    pods.onChange((before, after) => {
      const owner = ownerOf(after ?? before)
      const key = owner === undefined ? '' : keyOf(owner)
      if (before === undefined && after !== undefined) expectations.created(key)
      if (after === undefined && before !== undefined) expectations.deleted(key, keyOf(before))
      for (const set of new Set([ownerOf(before), ownerOf(after)])) if (set) queue.add(keyOf(set))
      if (after === undefined || controllerOf(after) !== undefined) return
      for (const set of sets.inNamespace(after.metadata.namespace ?? ''))
        if (selects(set.spec?.selector ?? null, after.metadata.labels)) queue.add(keyOf(set))
    })
    return async (key) => {
      const set = sets.get(key)
      if (set === undefined) return expectations.forget(key)
      if (isTerminating(set)) return
      const own = revisions.inNamespace(set.metadata.namespace ?? '').filter((each) => isOwn(each, set))
      await sync({ loop, expectations, set, key, nodes: nodes.all(), byNode: await podsByNode(loop, pods, set) }, own)
    }
  },
}

/** The node a pod is on, or the one that its affinity names. */
export function nodeOf({ spec }: Pod): string {
  if ((spec?.nodeName ?? '') !== '') return spec?.nodeName ?? ''
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const fields = terms.flatMap(({ matchFields }) => matchFields ?? [])
  return fields.find(({ key }) => key === 'metadata.name')?.values?.[0] ?? ''
}

async function podsByNode(
  loop: Loop,
  pods: Informer<Pod>,
  set: DaemonSet,
): Promise<ReadonlyMap<string, readonly Pod[]>> {
  const orphans = pods.controlledBy('').filter(({ metadata }) => metadata.namespace === set.metadata.namespace)
  const own = await claim({
    client: loop.client,
    ownerKind: daemonKind,
    owner: set,
    candidates: [...pods.controlledBy(set.metadata.uid ?? ''), ...orphans],
    matches: (pod) => selects(set.spec?.selector ?? null, pod.metadata.labels),
    pathOf: pathOfPod,
  })
  const byNode = new Map<string, Pod[]>()
  for (const pod of own) byNode.set(nodeOf(pod), [...(byNode.get(nodeOf(pod)) ?? []), pod])
  return byNode
}

async function sync(run: Omit<DaemonRun, 'hash'>, revisions: readonly ControllerRevision[]): Promise<void> {
  const { loop, set, key, expectations } = run
  const revision = await currentRevision(
    loop,
    {
      kind: daemonKind,
      owner: set,
      template: set.spec?.template ?? {},
      selectorLabels: {},
      label: 'controller-revision-hash',
      annotations: { [generationAnnotation]: set.metadata.annotations?.[generationAnnotation] ?? '1' },
      collisionCount: set.status?.collisionCount,
    },
    revisions,
  )
  const whole: DaemonRun = { ...run, hash: revision.metadata.labels?.['controller-revision-hash'] ?? '' }
  if (expectations.satisfied(key)) {
    await manageDaemons(whole)
    if (expectations.satisfied(key) && set.spec?.updateStrategy?.type !== 'OnDelete') await updateDaemons(whole)
    await dropRevisions(loop, revisions, usedRevisions(whole), set.spec?.revisionHistoryLimit ?? 10)
  }
  await writeDaemonStatus(whole)
  waitForAvailable(whole)
}

/** Pods become available by the passing of time, which no watch shows. */
function waitForAvailable({ loop, set, key, byNode }: DaemonRun): void {
  const { minReadySeconds = 0 } = set.spec ?? {}
  if (minReadySeconds === 0) return
  const times = [...byNode.values()].flat().flatMap((pod) => availableAtMs(pod, minReadySeconds) ?? [])
  const next = times.filter((at) => at > loop.clock.now())
  if (next.length > 0) loop.queue.addAfter(key, Math.min(...next) - loop.clock.now())
}

const usedRevisions = ({ set, byNode, hash }: DaemonRun): ReadonlySet<string> => {
  const hashes = [...byNode.values()].flat().map(({ metadata }) => metadata.labels?.['controller-revision-hash'] ?? '')
  return new Set([hash, ...hashes].map((each) => `${set.metadata.name ?? ''}-${each}`))
}
