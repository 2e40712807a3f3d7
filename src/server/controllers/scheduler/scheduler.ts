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
    return (key, run) => schedule({ ...scheduling, loop: run }, key)
  },
}

const isOurs = ({ spec }: Pod): boolean =>
  (spec?.nodeName ?? '') === '' && (spec?.schedulerName ?? schedulerName) === schedulerName

function noteNomination({ nominated }: Scheduling, key: string, pod: Pod | undefined): void {
  if (pod !== undefined && isOurs(pod) && (pod.status?.nominatedNodeName ?? '') !== '') nominated.add(key)
  else nominated.delete(key)
}

/** A new pod, or one whose spec or labels changed; a change of its status is no reason to try again. */
const isNews = (before: Pod | undefined, after: Pod): boolean =>
  before === undefined ||
  before.metadata.generation !== after.metadata.generation ||
  JSON.stringify(before.metadata.labels) !== JSON.stringify(after.metadata.labels)

/** Places one pod, or says why it fits nowhere, and reports the verdict on each node. [LC101] */
async function schedule(scheduling: Scheduling, key: string): Promise<void> {
  const { pods, all, state, loop } = scheduling
  const pod = pods.get(key)
  if (pod === undefined || !isSchedulable(pod)) return
  const candidates = all()
  const refusal = candidates.volumes.refuse(pod)
  if (refusal !== null) return refuseAll(scheduling, pod, refusal)
  if (candidates.nodes.length === 0) {
    const message = 'no nodes available to schedule pods'
    scheduling.waiting.add(key, new Set())
    report(scheduling, pod, { node: '', message, nodes: [] })
    return fail(scheduling, pod, message, '')
  }
  const { fitting, misfits } = sift(scheduling, pod, candidates)
  if (fitting.length === 0) return failEverywhere(scheduling, pod, candidates, misfits)
  const rated = rateNodes(pod, fitting, candidates)
  const node = bestNode(loop.pickNode ?? pickByHash, pod, rated)
  if (node === undefined) return
  const target = node.metadata.name ?? ''
  report(scheduling, pod, { node: target, message: '', nodes: verdictsOf(candidates.nodes, misfits, rated) })
  state.assume(pod, target)
  // The next pod need not wait until this one is bound.
  void bind(scheduling, pod, node, candidates)
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

async function bind(scheduling: Scheduling, pod: Pod, node: Node, { volumes }: Candidates): Promise<void> {
  const { loop, state, events } = scheduling
  const { namespace = '', name = '', uid } = pod.metadata
  const target = node.metadata.name ?? ''
  try {
    await bindVolumes(scheduling, target, volumes.toBind(pod, node))
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
    if (!(error instanceof Refusal)) throw error
    if (error.status.code !== 404) loop.queue.addRateLimited(keyOf(pod))
  }
}

/** The original adds this to its message if the reason is the same for all nodes. */
const noPostFilter = 'not found'

async function refuseAll(scheduling: Scheduling, pod: Pod, reason: string): Promise<void> {
  scheduling.waiting.add(keyOf(pod), new Set(['VolumeBinding']))
  const count = scheduling.state.nodes().length
  const message = `0/${count} nodes are available: ${reason}. ${noPostFilter}`
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
    const whole = `${message} no new claims to deallocate, ${preemption.message}`
    report(scheduling, pod, { node: '', message: whole, nodes })
    return fail(scheduling, pod, whole, null)
  }
  report(scheduling, pod, { node: '', message, nodes })
  await fail(scheduling, pod, message, preemption.node)
  await Promise.all(preemption.victims.map((victim) => evict(scheduling, pod, victim, preemption.node)))
}
