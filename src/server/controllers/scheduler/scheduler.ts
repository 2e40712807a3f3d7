import { Refusal } from '#client/refusal.ts'
import type {
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  Service,
} from '#server/kinds/types/core-v1.ts'
import type { PodDisruptionBudget } from '#server/kinds/types/policy-v1.ts'
import type { StorageClass } from '#server/kinds/types/storage-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { SchedulingDecision } from '#facts/scheduling.ts'
import type { PickNode } from '#server/controllers/shared/controller.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'
import { isActive, podsPath } from '#server/controllers/shared/pods.ts'
import { bindClaims, makeRoom } from '#server/controllers/devices/bind-claims.ts'
import { type ClaimPlan, createDeviceChecks, devicesPaths } from '#server/controllers/devices/device-checks.ts'
import { changedState, type ClusterState, createClusterState, type NodeState } from './cluster-state.ts'
import { type Candidates, filterNode, type Misfit } from './filters.ts'
import { evict, fail, schedulerName } from './failures.ts'
import { explain } from './messages.ts'
import { mayHelp, type ChangeOfCluster } from './queueing-hints.ts'
import { namedNodes } from './node-terms.ts'
import { preempt, priorityOf } from './preemption.ts'
import { pickByHash } from './pick-node.ts'
import { type RatedNode, rateNodes } from './scores.ts'
import { createSchedulerEvents, type SchedulerEvents } from './scheduler-events.ts'
import { claimsPath, classesPath, createVolumeChecks, volumesPath } from './volumes.ts'
import { bindVolumes } from './bind-volumes.ts'
import { verdictsOf } from './verdicts.ts'
import { createWaitingPods, type WaitingPods } from './waiting-pods.ts'

/** State that the files of the scheduler share. */
export interface Scheduling {
  readonly loop: Loop
  readonly pods: Informer<Pod>
  readonly budgets: Informer<PodDisruptionBudget>
  readonly claims: Informer<PersistentVolumeClaim>
  readonly state: ClusterState
  readonly events: SchedulerEvents
  readonly all: () => Candidates
  /** Pods without a node that were promised one. */
  readonly nominated: Set<string>
  readonly waiting: WaitingPods
}

/** The scheduler: one pod after another, by priority, gets the best node that fits. [LC60] */
export const scheduler: LoopDefinition = {
  name: 'scheduler',
  account: schedulerName,
  user: 'system:kube-scheduler',
  agent: 'kube-scheduler/v1.34',
  workers: 1,
  start(loop) {
    const { informers, queue } = loop
    const state = createClusterState()
    const pods = informers.of<Pod>(podsPath)
    const nodes = informers.of<Node>('/api/v1/nodes')
    const namespaces = informers.of<Namespace>('/api/v1/namespaces')
    const services = informers.of<Service>('/api/v1/services')
    const volumes = createVolumeChecks(informers)
    const devices = createDeviceChecks(informers)
    const scheduling: Scheduling = {
      loop,
      pods,
      state,
      budgets: informers.of<PodDisruptionBudget>('/apis/policy/v1/poddisruptionbudgets'),
      claims: informers.of<PersistentVolumeClaim>(claimsPath),
      events: createSchedulerEvents(loop.reactingTo, loop.clock, schedulerName),
      nominated: new Set(),
      waiting: createWaitingPods({
        now: () => loop.clock.now(),
        every: loop.every,
        onExpired: (key) => queue.add(key),
      }),
      all: () => ({
        nodes: state.nodes(),
        volumes,
        devices,
        services: services.inNamespace,
        namespaceLabels: (name) => namespaces.get(`/${name}`)?.metadata.labels ?? {},
      }),
    }
    const wake = (change: ChangeOfCluster): void => {
      const helped = scheduling.waiting.take((key, plugins) => {
        const pod = pods.get(key)
        return pod !== undefined && mayHelp(pod, plugins, change, scheduling.all)
      })
      for (const key of helped) queue.add(key)
    }
    nodes.onChange((before, after) => {
      state.setNode((after ?? before)?.metadata.name ?? '', after)
      if (after !== undefined) wake({ type: 'node', before, after })
    })
    pods.onChange((before, after) => {
      state.setPod(before, after)
      const pod = after ?? before
      if (pod === undefined) return
      noteNomination(scheduling, keyOf(pod), after)
      if (after === undefined) scheduling.waiting.delete(keyOf(pod))
      else if (isOurs(after) && isNews(before, after)) queue.add(keyOf(after))
      if ((pod.spec?.nodeName ?? '') !== '') wake({ type: 'pod', before, after })
    })
    for (const path of [claimsPath, volumesPath, classesPath])
      informers.of<PersistentVolumeClaim | PersistentVolume | StorageClass>(path).onChange((_before, after) => {
        if (after !== undefined) wake({ type: 'volume' })
      })
    for (const path of devicesPaths) informers.of(path).onChange(() => wake({ type: 'device' }))
    return (key, run) => schedule({ ...scheduling, loop: run }, key)
  },
}

const isOurs = ({ spec }: Pod): boolean =>
  (spec?.nodeName ?? '') === '' && (spec?.schedulerName ?? schedulerName) === schedulerName

function noteNomination({ nominated }: Scheduling, key: string, pod: Pod | undefined): void {
  if (pod !== undefined && isOurs(pod) && (pod.status?.nominatedNodeName ?? '') !== '') nominated.add(key)
  else nominated.delete(key)
}

/** A new pod, or one whose spec, labels or claims changed; other changes of its status are no reason to try again. */
const isNews = (before: Pod | undefined, after: Pod): boolean =>
  before === undefined ||
  before.metadata.generation !== after.metadata.generation ||
  JSON.stringify(before.metadata.labels) !== JSON.stringify(after.metadata.labels) ||
  JSON.stringify(before.status?.resourceClaimStatuses) !== JSON.stringify(after.status?.resourceClaimStatuses)

/** Places one pod, or says why it fits nowhere, and reports the verdict on each node. [LC101] */
async function schedule(scheduling: Scheduling, key: string): Promise<void> {
  const { pods, all, state, loop } = scheduling
  const pod = pods.get(key)
  if (pod === undefined || !isSchedulable(pod)) return
  const candidates = all()
  const { volumes, devices } = candidates
  // Such a pod is not tried, and nothing is written about it.
  if (devices.isWaiting(pod)) return scheduling.waiting.add(key, new Set(['DynamicResources']))
  const refusal = volumes.refuse(pod)
  if (refusal !== null)
    return refuseAll(scheduling, pod, { plugin: 'VolumeBinding', reason: refusal, end: noPostFilter })
  if (candidates.nodes.length === 0) {
    const message = 'no nodes available to schedule pods'
    scheduling.waiting.add(key, new Set())
    report(scheduling, pod, { node: '', message, nodes: [] })
    return fail(scheduling, pod, message, '')
  }
  const fault = devices.refuse(pod)
  if (fault !== null) return refuseAll(scheduling, pod, deviceRefusal(fault, candidates))
  const { fitting, misfits } = sift(scheduling, pod, candidates)
  if (fitting.length === 0) return failEverywhere(scheduling, pod, candidates, misfits)
  const rated = rateNodes(pod, fitting, candidates)
  const node = bestNode(loop.pickNode ?? pickByHash, pod, rated)
  if (node === undefined) return
  const target = node.metadata.name ?? ''
  report(scheduling, pod, { node: target, message: '', nodes: verdictsOf(candidates.nodes, misfits, rated) })
  state.assume(pod, target)
  // The next pod need not wait until this one is bound.
  void bind(scheduling, pod, node, { candidates, claims: devices.reserve(pod, node) })
}

function report(
  { loop }: Scheduling,
  { metadata: { namespace = '', name = '', uid = '' } }: Pod,
  outcome: Pick<SchedulingDecision, 'node' | 'message' | 'nodes'>,
): void {
  loop.onScheduled?.({ namespace, name, uid, timeMs: loop.clock.now(), ...outcome })
}

const isSchedulable = (pod: Pod): boolean =>
  isOurs(pod) && isActive(pod) && (pod.spec?.schedulingGates ?? []).length === 0

/** The node with the highest rating; of equally good ones, one is picked. */
function bestNode(pick: PickNode, pod: Pod, rated: readonly RatedNode[]): Node | undefined {
  const best = Math.max(...rated.map(({ total }) => total))
  const ties = rated.filter(({ total }) => total === best).map(({ state }) => state.node)
  if (ties.length < 2) return ties[0]
  const name = pick(
    pod,
    ties.map(({ metadata }) => metadata.name ?? ''),
  )
  return ties.find(({ metadata }) => metadata.name === name)
}

interface Sifted {
  readonly fitting: readonly NodeState[]
  readonly misfits: ReadonlyMap<string, Misfit>
}

/** Tries all nodes, each with the pods of higher priority that were promised a place there. */
function sift({ pods, nominated }: Scheduling, pod: Pod, candidates: Candidates): Sifted {
  const named = namedNodes(pod)
  const fitting: NodeState[] = []
  const misfits = new Map<string, Misfit>()
  const promised = [...nominated]
    .flatMap((key) => pods.get(key) ?? [])
    .filter((each) => priorityOf(each) >= priorityOf(pod) && each.metadata.uid !== pod.metadata.uid)
  for (const state of candidates.nodes) {
    const name = state.node.metadata.name ?? ''
    if (named !== null && !named.has(name)) continue
    const later = promised.filter(({ status }) => status?.nominatedNodeName === name)
    const misfit = filterNode(pod, later.length === 0 ? state : changedState(state, { more: later }), candidates)
    if (misfit === null) fitting.push(state)
    else misfits.set(name, misfit)
  }
  return { fitting, misfits }
}

interface Reserved {
  readonly candidates: Candidates
  readonly claims: readonly ClaimPlan[]
}

async function bind(scheduling: Scheduling, pod: Pod, node: Node, { candidates, claims }: Reserved): Promise<void> {
  const { volumes, devices } = candidates
  const { loop, state, events } = scheduling
  const { namespace = '', name = '', uid } = pod.metadata
  const target = node.metadata.name ?? ''
  try {
    await bindVolumes(scheduling, target, volumes.toBind(pod, node))
    await bindClaims(loop, pod, claims)
    const binding = { metadata: { name, namespace, uid }, target: { kind: 'Node', name: target } }
    await loop.client.post(`${pathOf('/api/v1', 'pods', namespace, name)}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      ...binding,
    })
    events.emit(pod, {
      type: 'Normal',
      reason: 'Scheduled',
      action: 'Binding',
      note: `Successfully assigned ${namespace}/${name} to ${target}`,
    })
  } catch (error) {
    state.forget(pod)
    devices.release(claims)
    if (!(error instanceof Refusal)) throw error
    if (error.status.code !== 404) loop.queue.addRateLimited(keyOf(pod))
  }
}

/** The original's words if a plugin refused all nodes before the claims of the pod were looked at. */
const noPostFilter = 'not found'

interface Refused {
  readonly plugin: string
  readonly reason: string
  /** The end of the message: the attempts to make room. */
  readonly end: string
}

const deviceRefusal = (reason: string, { nodes: { length } }: Candidates): Refused => ({
  plugin: 'DynamicResources',
  reason,
  end: `still not schedulable, preemption: 0/${length} nodes are available: ${length} Preemption is not helpful for scheduling.`,
})

async function refuseAll(scheduling: Scheduling, pod: Pod, { plugin, reason, end }: Refused): Promise<void> {
  scheduling.waiting.add(keyOf(pod), new Set([plugin]))
  const count = scheduling.state.nodes().length
  const message = `0/${count} nodes are available: ${reason}. ${end}`
  report(scheduling, pod, { node: '', message, nodes: [] })
  await fail(scheduling, pod, message, null)
}

async function failEverywhere(
  scheduling: Scheduling,
  pod: Pod,
  candidates: Candidates,
  misfits: ReadonlyMap<string, Misfit>,
): Promise<void> {
  const reasons = [...misfits.values()].flatMap((misfit) => misfit.reasons)
  // Nodes that the pod does not name are not tried: its affinity refused them.
  const unnamed = namedNodes(pod) === null ? [] : ['NodeAffinity']
  scheduling.waiting.add(keyOf(pod), new Set([...unnamed, ...[...misfits.values()].map(({ plugin }) => plugin)]))
  const message = explain(candidates.nodes.length, reasons)
  const preemption = preempt(pod, misfits, candidates, scheduling.budgets.all())
  const nodes = verdictsOf(candidates.nodes, misfits, [])
  if ('message' in preemption) {
    const tried = { devices: candidates.devices, nodes: candidates.nodes.map(({ node }) => node) }
    const whole = `${message} ${await makeRoom(scheduling.loop, pod, tried)}, ${preemption.message}`
    report(scheduling, pod, { node: '', message: whole, nodes })
    return fail(scheduling, pod, whole, null)
  }
  report(scheduling, pod, { node: '', message, nodes })
  await fail(scheduling, pod, message, preemption.node)
  await Promise.all(preemption.victims.map((victim) => evict(scheduling, pod, victim, preemption.node)))
}
