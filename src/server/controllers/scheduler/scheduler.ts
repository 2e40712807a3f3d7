import type { JsonObject } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { Namespace, Node, PersistentVolume, PersistentVolumeClaim, Pod } from '#server/kinds/types/core-v1.ts'
import type { PodDisruptionBudget } from '#server/kinds/types/policy-v1.ts'
import type { StorageClass } from '#server/kinds/types/storage-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'
import { conditionOf, isActive, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { type ClusterState, createClusterState, type NodeState } from './cluster-state.ts'
import { type Candidates, filterNode, type Misfit } from './filters.ts'
import { explain } from './messages.ts'
import { mayHelp, type ChangeOfCluster } from './queueing-hints.ts'
import { namedNodes } from './node-terms.ts'
import { preempt, priorityOf } from './preemption.ts'
import { type RatedNode, rateNodes } from './scores.ts'
import { createSchedulerEvents, type SchedulerEvents } from './scheduler-events.ts'
import { claimsPath, classesPath, createVolumeChecks, volumesPath } from './volumes.ts'
import { bindVolumes } from './bind-volumes.ts'

const schedulerName = 'default-scheduler'
/** The index at which the rotation over equally rated nodes starts. The original chooses one of them at random. */
const firstTurn = 4

/** State that the files of the scheduler share. */
export interface Scheduling {
  readonly loop: Loop
  readonly pods: Informer<Pod>
  readonly budgets: Informer<PodDisruptionBudget>
  readonly claims: Informer<PersistentVolumeClaim>
  readonly state: ClusterState
  readonly events: SchedulerEvents
  readonly all: () => Candidates
  /** Unschedulable pods, with the plugins that rejected them. */
  readonly waiting: Map<string, ReadonlySet<string>>
  /** Counts scheduled pods, so that equally good nodes take turns. */
  readonly turn: { count: number }
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
    const volumes = createVolumeChecks(informers)
    const scheduling: Scheduling = {
      loop,
      pods,
      state,
      budgets: informers.of<PodDisruptionBudget>('/apis/policy/v1/poddisruptionbudgets'),
      claims: informers.of<PersistentVolumeClaim>(claimsPath),
      events: createSchedulerEvents(loop.reactingTo, loop.clock, schedulerName),
      waiting: new Map(),
      turn: { count: firstTurn },
      all: () => ({
        nodes: state.nodes(),
        volumes,
        namespaceLabels: (name) => namespaces.get(`/${name}`)?.metadata.labels ?? {},
      }),
    }
    const wake = (change: ChangeOfCluster): void => {
      for (const [key, plugins] of scheduling.waiting) {
        const pod = pods.get(key)
        if (pod === undefined || !mayHelp(pod, plugins, change, scheduling.all)) continue
        scheduling.waiting.delete(key)
        queue.add(key)
      }
    }
    nodes.onChange((before, after) => {
      state.setNode((after ?? before)?.metadata.name ?? '', after)
      if (after !== undefined) wake({ type: 'node', before, after })
    })
    pods.onChange((before, after) => {
      state.setPod(before, after)
      const pod = after ?? before
      if (pod === undefined) return
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

/** A new pod, or one whose spec or labels changed; a change of its status is no reason to try again. */
const isNews = (before: Pod | undefined, after: Pod): boolean =>
  before === undefined ||
  before.metadata.generation !== after.metadata.generation ||
  JSON.stringify(before.metadata.labels) !== JSON.stringify(after.metadata.labels)

/** The pod with the highest priority among those that wait for a turn goes first. */
async function schedule(scheduling: Scheduling, key: string): Promise<void> {
  const { pods, all, state } = scheduling
  const pod = pods.get(key)
  if (pod === undefined || !isSchedulable(pod)) return
  const candidates = all()
  const refusal = candidates.volumes.refuse(pod)
  if (refusal !== null) return refuseAll(scheduling, pod, refusal)
  if (candidates.nodes.length === 0) return fail(scheduling, pod, 'no nodes available to schedule pods', '')
  const { fitting, misfits } = sift(scheduling, pod, candidates)
  if (fitting.length === 0) return failEverywhere(scheduling, pod, candidates, misfits)
  const node = bestNode(scheduling.turn, rateNodes(pod, fitting, candidates))
  if (node === undefined) return
  state.assume(pod, node.metadata.name ?? '')
  // The next pod need not wait until this one is bound.
  void bind(scheduling, pod, node, candidates)
}

const isSchedulable = (pod: Pod): boolean =>
  isOurs(pod) && isActive(pod) && (pod.spec?.schedulingGates ?? []).length === 0

/** The node with the highest rating; equally good ones take turns. */
function bestNode(turn: Scheduling['turn'], rated: readonly RatedNode[]): Node | undefined {
  const best = Math.max(...rated.map(({ total }) => total))
  const ties = rated.filter(({ total }) => total === best)
  const node = ties[turn.count % ties.length]?.state.node
  turn.count += 1
  return node
}

interface Sifted {
  readonly fitting: readonly NodeState[]
  readonly misfits: ReadonlyMap<string, Misfit>
}

/** Tries all nodes, each with the pods of higher priority that were promised a place there. */
function sift({ pods }: Scheduling, pod: Pod, candidates: Candidates): Sifted {
  const named = namedNodes(pod)
  const fitting: NodeState[] = []
  const misfits = new Map<string, Misfit>()
  const promised = pods
    .all()
    .filter((each) => isOurs(each) && (each.status?.nominatedNodeName ?? '') !== '' && each !== pod)
    .filter((each) => priorityOf(each) >= priorityOf(pod) && each.metadata.uid !== pod.metadata.uid)
  for (const state of candidates.nodes) {
    const name = state.node.metadata.name ?? ''
    if (named !== null && !named.has(name)) continue
    const later = promised.filter(({ status }) => status?.nominatedNodeName === name)
    const misfit = filterNode(pod, withPods(state, later), candidates)
    if (misfit === null) fitting.push(state)
    else misfits.set(name, misfit)
  }
  return { fitting, misfits }
}

function withPods(state: NodeState, more: readonly Pod[]): NodeState {
  if (more.length === 0) return state
  const copy = createClusterState()
  copy.setNode('', state.node)
  for (const pod of [...state.pods.values(), ...more]) copy.assume(pod, '')
  return copy.nodes()[0] ?? state
}

async function bind(scheduling: Scheduling, pod: Pod, node: Node, { volumes }: Candidates): Promise<void> {
  const { loop, state, events } = scheduling
  const { namespace = '', name = '', uid } = pod.metadata
  const target = node.metadata.name ?? ''
  try {
    await bindVolumes(scheduling, target, volumes.toBind(pod, node))
    const binding = { metadata: { name, namespace, uid }, target: { kind: 'Node', name: target } }
    await loop.client.create(`${pathOf('/api/v1', 'pods', namespace, name)}/binding`, {
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
  scheduling.waiting.set(keyOf(pod), new Set(['VolumeBinding']))
  const count = scheduling.state.nodes().length
  await fail(scheduling, pod, `0/${count} nodes are available: ${reason}. ${noPostFilter}`, null)
}

async function failEverywhere(
  scheduling: Scheduling,
  pod: Pod,
  candidates: Candidates,
  misfits: ReadonlyMap<string, Misfit>,
): Promise<void> {
  const reasons = [...misfits.values()].flatMap((misfit) => misfit.reasons)
  scheduling.waiting.set(keyOf(pod), new Set([...misfits.values()].map(({ plugin }) => plugin)))
  const message = explain(candidates.nodes.length, reasons)
  const preemption = preempt(pod, misfits, candidates, scheduling.budgets.all())
  if ('message' in preemption)
    return fail(scheduling, pod, `${message} no new claims to deallocate, ${preemption.message}`, null)
  await fail(scheduling, pod, message, preemption.node)
  await Promise.all(preemption.victims.map((victim) => evict(scheduling, pod, victim, preemption.node)))
}

/** Says in an event and in the pod's condition why it is not scheduled. `nominated` is the node that it may get. */
async function fail(scheduling: Scheduling, pod: Pod, message: string, nominated: string | null): Promise<void> {
  const { loop, events } = scheduling
  events.emit(pod, { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note: message })
  const { nominatedNodeName: promised = '' } = pod.status ?? {}
  const nomination = nominated === null || nominated === promised ? {} : { nominatedNodeName: nominated }
  const before = conditionOf(pod, 'PodScheduled')
  const condition = unschedulable(pod, message, formatTime(loop.clock.now()))
  const isSame = (['status', 'reason', 'message'] as const).every((field) => before?.[field] === condition[field])
  if (isSame && !('nominatedNodeName' in nomination)) return
  await unlessGone(() =>
    loop.client.strategicPatch(`${pathOfPod(pod)}/status`, { status: { conditions: [condition], ...nomination } }),
  )
}

function unschedulable(pod: Pod, message: string, now: string): JsonObject {
  const before = conditionOf(pod, 'PodScheduled')
  return {
    type: 'PodScheduled',
    status: 'False',
    observedGeneration: pod.metadata.generation,
    reason: 'Unschedulable',
    message,
    lastProbeTime: null,
    lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : now,
  }
}

async function evict({ loop, events }: Scheduling, pod: Pod, victim: Pod, node: string): Promise<void> {
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    observedGeneration: victim.metadata.generation,
    reason: 'PreemptionByScheduler',
    message: `${schedulerName}: preempting to accommodate a higher priority pod`,
    lastProbeTime: null,
    lastTransitionTime: formatTime(loop.clock.now()),
  }
  await unlessGone(async () => {
    await loop.client.strategicPatch(`${pathOfPod(victim)}/status`, { status: { conditions: [condition] } })
    await loop.client.delete(pathOfPod(victim))
    const note = `Preempted by pod ${pod.metadata.uid ?? ''} on node ${node}`
    events.emit(victim, { type: 'Normal', reason: 'Preempted', action: 'Preempting', note }, pod)
  })
}
