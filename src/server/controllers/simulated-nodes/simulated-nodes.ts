import type { ApiClient } from '#client/api-client.ts'
import { amountsOf } from '#server/controllers/scheduler/pod-requests.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { ownClient } from '#server/controllers/shared/own-client.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import type { ReactingTo } from '#server/controllers/shared/cause.ts'
import type { Informer, Informers } from '#server/controllers/shared/informers.ts'
import { uidOf } from '#server/controllers/shared/fields.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { conditionOf, hasEnded, podsPath } from '#server/controllers/shared/pods.ts'
import { unlessCode } from '#server/controllers/shared/refusals.ts'
import { createEventRecorder, type EventRecorder } from '#server/controllers/shared/events.ts'
import { createGate, type Gate } from './gate.ts'
import { createPodAddresses, type PodAddresses } from './pod-addresses.ts'
import { capacityOf, newNode, type SimulatedNode } from './node-objects.ts'
import { renewLease, reportConditions, reportNode } from './node-reports.ts'
import { enterStage } from './enter-stage.ts'
import { type Judge, judgeBy } from './resize.ts'
import { followStages } from './stage-text.ts'
import { parseStages } from './read-stages.ts'
import { delayOf, nextStage, type Stage } from './stages.ts'

const leaseEveryMs = 10_000
const statusEveryMs = 60_000
/** The wait after a report was refused. */
const retryMs = 1_000

/** Simulated kubelets. They run no containers, and report the states of pods by stages. */
export interface SimulatedNodes extends Controller {
  add(node: SimulatedNode, isReady?: boolean): Promise<void>
  /** Reports the node ready or not ready. */
  setReady(name: string, isReady: boolean): Promise<void>
  /** A stopped kubelet reports nothing and reacts to nothing; a started one reports its node ready. */
  setRunning(name: string, isRunning: boolean): Promise<void>
  /** The nodes and the stages, each of which can be paused, stepped and slowed. */
  parts(): readonly Controller[]
}

interface Kubelet {
  readonly node: SimulatedNode
  readonly hostIp: string
  readonly cancels: Set<() => void>
  readonly gate: Gate
  readonly judge: Judge
  isRunning: boolean
  isReady: boolean
}

interface Pending {
  readonly stage: Stage
  readonly cancel: () => void
}

interface World {
  readonly host: ControllerHost
  readonly client: ApiClient
  readonly reactingTo: ReactingTo
  readonly kubelets: Map<string, Kubelet>
  readonly pending: Map<string, Pending>
  readonly addresses: PodAddresses
  readonly pods: Informer<Pod>
  readonly events: EventRecorder
  /** Keys of pods whose resize waits until their node has room. */
  readonly deferred: Set<string>
  stages: readonly Stage[]
  stageGates: ReadonlyMap<string, Gate>
  lastError: string
}

const nodesPath = '/api/v1/nodes'

/**
 * Simulates nodes: their leases and status, and the stages of the pods that are bound to them. Without `stages`, these
 * are those of the cluster. [LC80]
 */
export function startSimulatedNodes(host: ControllerHost, informers: Informers, stages?: string): SimulatedNodes {
  const world = createWorld(host, informers)
  const { pods } = world
  if (stages !== undefined) useStages(world, parseStages(stages))
  else
    followStages(informers, {
      use: (next) => useStages(world, next),
      fail(why) {
        world.lastError = why
        host.changed(statusOf(world))
      },
    })
  pods.onChange((before, after) => {
    world.addresses.note(before, after)
    look(world, before, after)
    noteRoom(world, after)
  })
  const gates = (): readonly Gate[] => [...world.kubelets.values()].map(({ gate }) => gate)
  return {
    add: (node, isReady = true) => addNode(world, node, isReady),
    async setReady(name, isReady) {
      const kubelet = world.kubelets.get(name)
      if (kubelet === undefined) return
      kubelet.isReady = isReady
      await reportConditions(world, kubelet)
    },
    setRunning: (name, isRunning) => setRunning(world, name, isRunning),
    parts: () => [...gates(), ...world.stageGates.values()],
    status: () => statusOf(world),
    setPaused(paused) {
      for (const gate of gates()) gate.setPaused(paused)
      host.changed(statusOf(world))
    },
    step: () => gates().forEach((gate) => gate.step()),
    setDelay: (ms) => gates().forEach((gate) => gate.setDelay(ms)),
    stop() {
      for (const kubelet of world.kubelets.values()) {
        kubelet.isRunning = false
        endBeats(kubelet)
      }
      for (const { cancel } of world.pending.values()) cancel()
      for (const gate of [...gates(), ...world.stageGates.values()]) gate.stop()
    },
  }
}

function createWorld(host: ControllerHost, informers: Informers): World {
  const { client, reactingTo } = ownClient(host.fetch, 'kubelet/v1.34 (simulated)', 'system:orchard:simulated-kubelet')
  const pods = informers.of<Pod>(podsPath)
  const lists = {
    kubelets: new Map(),
    pending: new Map(),
    deferred: new Set<string>(),
    stages: [],
    stageGates: new Map(),
  }
  const events = createEventRecorder(reactingTo, host.clock, 'kubelet')
  return {
    host,
    client,
    reactingTo,
    pods,
    events,
    addresses: createPodAddresses(),
    lastError: '',
    ...lists,
  }
}

async function addNode(world: World, node: SimulatedNode, isReady: boolean): Promise<void> {
  const { host, client, kubelets } = world
  const { name } = node
  const setSilent = (silent: boolean): void => void setRunning(world, name, !silent)
  const gate = createGate({ name, kind: 'node', clock: host.clock, changed: host.changed, setSilent })
  const hostIp = `172.18.0.${kubelets.size + 2}`
  const kubelet: Kubelet = {
    node,
    hostIp,
    cancels: new Set(),
    gate,
    judge: judgeOf(world, node),
    isRunning: true,
    isReady,
  }
  kubelets.set(name, kubelet)
  await unlessCode(409, () => client.create(nodesPath, newNode(node)))
  await reportNode(world, kubelet)
  await renewLease(world, kubelet)
  beat(world, kubelet)
  lookAtAll(world)
  host.changed(gate.status())
}

async function setRunning(world: World, name: string, isRunning: boolean): Promise<void> {
  const kubelet = world.kubelets.get(name)
  if (kubelet === undefined || kubelet.isRunning === isRunning) return
  kubelet.isRunning = isRunning
  if (!isRunning) return endBeats(kubelet)
  await renewLease(world, kubelet)
  await reportConditions(world, kubelet)
  beat(world, kubelet)
  lookAtAll(world)
}

/** The state of all nodes together; its error is that of the stages. */
function statusOf({ kubelets, lastError }: World): ControllerStatus {
  const all = [...kubelets.values()].map(({ gate }) => gate.status())
  return {
    name: 'simulated-nodes',
    paused: all.length > 0 && all.every(({ paused }) => paused),
    syncCount: all.reduce((sum, { syncCount }) => sum + syncCount, 0),
    lastSyncMs: Math.max(0, ...all.map(({ lastSyncMs }) => lastSyncMs)),
    lastError,
    waiting: all.reduce((sum, { waiting = 0 }) => sum + waiting, 0),
  }
}

/** Follows other stages from now on. Stages that keep their name stay paused or slow. */
function useStages(world: World, stages: readonly Stage[]): void {
  const { clock, changed } = world.host
  const before = world.stageGates
  world.stages = stages
  world.stageGates = new Map(
    stages.map(({ name }) => {
      const gate = before.get(name) ?? createGate({ name: `stage-${name}`, kind: 'stage', clock, changed })
      return [name, gate]
    }),
  )
  for (const [name, gate] of before) if (!world.stageGates.has(name)) gate.stop()
  lookAtAll(world)
}

/** A pod that ended or is gone leaves room, perhaps for one that waits for it. [LC83] */
function noteRoom(world: World, changed: Pod | undefined): void {
  if (isDeferred(changed)) world.deferred.add(keyOf(changed))
  if (changed !== undefined && !hasEnded(changed)) return
  const keys = [...world.deferred]
  world.deferred.clear()
  for (const key of keys) {
    const pod = world.pods.get(key)
    if (pod !== undefined) look(world, pod, pod)
    if (isDeferred(pod)) world.deferred.add(key)
  }
}

const isDeferred = (pod: Pod | undefined): pod is Pod =>
  pod !== undefined && conditionOf(pod, 'PodResizePending')?.reason === 'Deferred'

const judgeOf = ({ pods }: World, node: SimulatedNode): Judge =>
  judgeBy(amountsOf(capacityOf(node)), ({ metadata: { uid } }) =>
    pods.all().filter((each) => each.spec?.nodeName === node.name && each.metadata.uid !== uid && !hasEnded(each)),
  )

const lookAtAll = (world: World): void => world.pods.all().forEach((pod) => look(world, pod, pod))

function endBeats({ cancels }: Kubelet): void {
  for (const cancel of cancels) cancel()
  cancels.clear()
}

function beat(world: World, kubelet: Kubelet): void {
  const every = (ms: number, act: () => Promise<void>): void => {
    const cancel = world.host.clock.after(ms, () => {
      kubelet.cancels.delete(cancel)
      void act()
      every(ms, act)
    })
    kubelet.cancels.add(cancel)
  }
  every(leaseEveryMs, () => renewLease(world, kubelet))
  every(statusEveryMs, () => reportConditions(world, kubelet))
}

function runningKubelet({ kubelets }: World, { spec }: Pod): Kubelet | undefined {
  const kubelet = kubelets.get(spec?.nodeName ?? '')
  return kubelet?.isRunning === true ? kubelet : undefined
}

/** Plans the next stage of a pod, or keeps the one that is planned already. */
function look(world: World, before: Pod | undefined, after: Pod | undefined): void {
  const pod = after ?? before
  if (pod === undefined) return
  const { pending } = world
  const key = keyOf(pod)
  const kubelet = after === undefined ? undefined : runningKubelet(world, pod)
  const stage = kubelet === undefined ? undefined : nextStage(world.stages, pod, kubelet.judge)
  const planned = pending.get(key)
  const isSamePod = before !== undefined && uidOf(before) === uidOf(pod)
  if (planned !== undefined && planned.stage === stage && isSamePod) return
  planned?.cancel()
  pending.delete(key)
  if (stage !== undefined && kubelet !== undefined) plan(world, kubelet, pod, stage)
}

/** A pod enters a stage after its delay, once its node and the stage let it pass. */
function plan(world: World, kubelet: Kubelet, pod: Pod, stage: Stage): void {
  const { pending, host } = world
  const key = keyOf(pod)
  const gates = [kubelet.gate, world.stageGates.get(stage.name)].filter((gate) => gate !== undefined)
  const go = gates.reduceRight<() => void>(
    (next, gate) => () => gate.pass(key, next),
    () => {
      pending.delete(key)
      if (!kubelet.isRunning) return
      // As a kubelet, it tries again later, unless the pod has changed meanwhile: then `look` has planned anew.
      enterStage(world, kubelet, pod, stage).catch(() => {
        if (!pending.has(key) && kubelet.isRunning) wait(retryMs)
      })
    },
  )
  function wait(delayMs: number): void {
    const cancel = host.clock.after(delayMs, go)
    pending.set(key, {
      stage,
      cancel() {
        cancel()
        for (const gate of gates) gate.drop(key)
      },
    })
  }
  wait(delayOf(stage, pod))
}
