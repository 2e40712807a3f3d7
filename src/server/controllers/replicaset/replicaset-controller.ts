import type { ApiObject } from '#api/object-meta.ts'
import type { LabelSelectorObject } from '#api/selectors/label-selector-object.ts'
import { selects } from '#api/selectors/label-selector-object.ts'
import type { ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { createExpectations, type Expectations } from '#server/controllers/shared/expectations.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { claim, controllerOf, keyOf, type KindOfOwner, splitKey } from '#server/controllers/shared/owners.ts'
import {
  availableAtMs,
  isActive,
  isReady,
  isTerminating,
  pathOfPod,
  podsPath,
} from '#server/controllers/shared/pods.ts'
import { manageReplicas } from './manage-replicas.ts'
import { statusOf, writeStatus } from './replicaset-status.ts'

/** The two kinds that keep a number of equal pods: ReplicaSets, and ReplicationControllers with their simpler selector. */
export interface ReplicaKind extends KindOfOwner {
  readonly selectorOf: (owner: ReplicaSet) => LabelSelectorObject | undefined
}

/** What the parts of this controller share. */
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

function startReplicas(loop: Loop, kind: ReplicaKind): (key: string) => Promise<void> {
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
  return (key) => sync(replicas, key)
}

function podChanged(replicas: Replicas, before: Pod | undefined, after: Pod | undefined): void {
  const { loop, expectations } = replicas
  const isGone = after === undefined || isTerminating(after)
  const pod = after ?? before
  if (pod === undefined) return
  const owner = ownerOf(replicas, pod)
  const key = owner === undefined ? '' : keyOf(owner)
  if (isGone) {
    expectations.deleted(key, keyOf(pod))
    if (owner !== undefined) loop.queue.add(key)
    return
  }
  if (before === undefined) expectations.created(key)
  const previous = before === undefined ? undefined : ownerOf(replicas, before)
  if (previous !== undefined && previous !== owner) loop.queue.add(keyOf(previous))
  if (owner !== undefined) loop.queue.add(key)
  else if (controllerOf(pod) === undefined) adoptersOf(replicas, pod).forEach((each) => loop.queue.add(keyOf(each)))
}

function ownerOf({ owners, kind }: Replicas, pod: Pod): ReplicaSet | undefined {
  const controller = controllerOf(pod)
  if (controller?.kind !== kind.kind) return undefined
  const owner = owners.get(`${pod.metadata.namespace ?? ''}/${controller.name}`)
  return owner?.metadata.uid === controller.uid ? owner : undefined
}

const adoptersOf = ({ owners, kind }: Replicas, pod: Pod): readonly ReplicaSet[] =>
  owners
    .inNamespace(pod.metadata.namespace ?? '')
    .filter((owner) => selects(kind.selectorOf(owner) ?? null, pod.metadata.labels))

async function sync(replicas: Replicas, key: string): Promise<void> {
  const { loop, kind, owners, pods, expectations } = replicas
  const owner = owners.get(key)
  if (owner === undefined) return expectations.forget(key)
  const mayChange = expectations.satisfied(key)
  const { namespace } = splitKey(key)
  const inNamespace = (pod: ApiObject): boolean => pod.metadata.namespace === namespace
  const candidates = [...pods.controlledBy(owner.metadata.uid ?? ''), ...pods.controlledBy('').filter(inNamespace)]
  const active = await claim({
    client: loop.client,
    ownerKind: kind,
    owner,
    candidates: candidates.filter(isActive),
    matches: (pod) => selects(kind.selectorOf(owner) ?? null, pod.metadata.labels),
    pathOf: pathOfPod,
  })
  const failure = mayChange && !isTerminating(owner) ? await manageReplicas(replicas, owner, active) : null
  const status = statusOf(owner, active, { failure, nowMs: loop.clock.now() })
  const written = await writeStatus(replicas, owner, status)
  if (failure !== null) throw failure.error
  waitForAvailable(loop, key, written, active)
}

/** Pods become available by the passing of time, which no watch shows. */
function waitForAvailable({ queue, clock }: Loop, key: string, owner: ReplicaSet, active: readonly Pod[]): void {
  const { minReadySeconds = 0, replicas = 0 } = owner.spec ?? {}
  const { readyReplicas = 0, availableReplicas = 0 } = owner.status ?? {}
  if (minReadySeconds === 0 || readyReplicas !== replicas || availableReplicas === replicas) return
  const times = active.filter(isReady).map((pod) => availableAtMs(pod, minReadySeconds) ?? 0)
  const next = Math.min(...times.filter((at) => at > clock.now()))
  if (Number.isFinite(next)) queue.addAfter(key, next - clock.now())
}
