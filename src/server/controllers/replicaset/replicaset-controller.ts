import type { LabelSelectorObject } from '#api/selectors/label-selector-object.ts'
import { selects } from '#api/selectors/label-selector-object.ts'
import type { ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { createExpectations, type Expectations } from '#server/controllers/shared/expectations.ts'
import { namespaceOf } from '#server/controllers/shared/fields.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition, Reconcile } from '#server/controllers/shared/life-loop.ts'
import { claim, controllerOf, keyOf, type KindOfOwner } from '#server/controllers/shared/owners.ts'
import { isActive, isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { claimable, ownerIn, queueWhenAvailable } from '#server/controllers/shared/queueing.ts'
import { manageReplicas } from './manage-replicas.ts'
import { statusOf, writeStatus } from './replicaset-status.ts'

/** The two kinds that keep a number of equal pods: ReplicaSets, and ReplicationControllers with their simpler selector. */
export interface ReplicaKind extends KindOfOwner {
  readonly selectorOf: (owner: ReplicaSet) => LabelSelectorObject | undefined
}

/** State that the files of this controller share. */
export interface Replicas {
  readonly loop: Loop
  readonly kind: ReplicaKind
  readonly owners: Informer<ReplicaSet>
  readonly pods: Informer<Pod>
  readonly expectations: Expectations
}

/** ReplicaSets keep their number of pods. [LC10] */
export const replicaSets: LoopDefinition = {
  name: 'replicaset',
  account: 'replicaset-controller',
  start: (loop) =>
    startReplicas(loop, {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      root: '/apis/apps/v1',
      resource: 'replicasets',
      selectorOf: ({ spec }) => spec?.selector ?? undefined,
    }),
}

/** ReplicationControllers keep their number of pods, by the rules of ReplicaSets. [LC10] */
export const replicationControllers: LoopDefinition = {
  name: 'replicationcontroller',
  account: 'replication-controller',
  start: (loop) =>
    startReplicas(loop, {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      root: '/api/v1',
      resource: 'replicationcontrollers',
      // The selector of this kind is a map of labels.
      selectorOf: ({ spec }) => ({ matchLabels: (spec?.selector ?? {}) as { [key: string]: string } }),
    }),
}

function startReplicas(loop: Loop, kind: ReplicaKind): Reconcile {
  const owners = loop.informers.of<ReplicaSet>(`${kind.root}/${kind.resource}`)
  const pods = loop.informers.of<Pod>(podsPath)
  const replicas: Replicas = { loop, kind, owners, pods, expectations: createExpectations(loop.clock) }
  owners.onChange((before, after) => {
    const owner = after ?? before
    if (owner === undefined) return
    if (after === undefined) replicas.expectations.forget(keyOf(owner))
    loop.queue.add(keyOf(owner))
  })
  pods.onChange((before, after) => podChanged(replicas, before, after))
  return (key, run) => sync({ ...replicas, loop: run }, key)
}

function podChanged(replicas: Replicas, before: Pod | undefined, after: Pod | undefined): void {
  const { loop, expectations } = replicas
  const pod = after ?? before
  if (pod === undefined) return
  const isGone = after === undefined || isTerminating(after)
  const ownerOf = (each: Pod | undefined): ReplicaSet | undefined => ownerIn(replicas.owners, replicas.kind.kind, each)
  const owner = ownerOf(pod)
  const key = owner === undefined ? '' : keyOf(owner)
  if (isGone) expectations.deleted(key, keyOf(pod))
  else if (before === undefined) expectations.created(key)
  const concerned = isGone ? [owner] : [ownerOf(before), owner, ...adoptersOf(replicas, pod)]
  for (const each of new Set(concerned)) if (each !== undefined) loop.queue.add(keyOf(each))
}

/** The owners that may adopt a pod; none for one that has a controller. */
const adoptersOf = ({ owners, kind }: Replicas, pod: Pod): readonly ReplicaSet[] =>
  controllerOf(pod) === undefined
    ? owners
        .inNamespace(namespaceOf(pod))
        .filter((owner) => selects(kind.selectorOf(owner) ?? null, pod.metadata.labels))
    : []

async function sync(replicas: Replicas, key: string): Promise<void> {
  const { loop, kind, owners, pods, expectations } = replicas
  const owner = owners.get(key)
  if (owner === undefined) return expectations.forget(key)
  const mayChange = expectations.satisfied(key)
  const active = await claim({
    client: loop.client,
    ownerKind: kind,
    owner,
    candidates: claimable(pods, owner).filter(isActive),
    matches: (pod) => selects(kind.selectorOf(owner) ?? null, pod.metadata.labels),
    pathOf: pathOfPod,
  })
  const failure = mayChange && !isTerminating(owner) ? await manageReplicas(replicas, owner, active) : null
  const status = statusOf(owner, active, { failure, nowMs: loop.clock.now() })
  const written = await writeStatus(replicas, owner, status)
  if (failure !== null) throw failure.error
  const { readyReplicas = 0, availableReplicas = 0 } = written.status ?? {}
  // Some pods are ready, but not yet for long enough.
  if (readyReplicas !== availableReplicas) queueWhenAvailable(loop, key, active, written.spec?.minReadySeconds ?? 0)
}
