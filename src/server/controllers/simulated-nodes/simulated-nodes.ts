import { formatMicroTime } from '#api/time.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { ownClient } from '#server/controllers/shared/own-client.ts'
import type { ReactingTo } from '#server/controllers/shared/cause.ts'
import type { Informers } from '#server/controllers/shared/informers.ts'
import { uidOf } from '#server/controllers/shared/fields.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'
import { pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { hasCode, unlessCode, unlessGone } from '#server/controllers/shared/refusals.ts'
import { newNode, nodeConditions, nodeStatus, type SimulatedNode } from './node-objects.ts'
import { statusAfter } from './pod-status.ts'
import { delayOf, nextStage, type Stage } from './stages.ts'

const leaseEveryMs = 10_000
const statusEveryMs = 60_000
const leaseSeconds = 40

/** Simulated kubelets. They run no containers, and report the states of pods by stages. */
export interface SimulatedNodes extends Controller {
  add(node: SimulatedNode, isReady?: boolean): Promise<void>
  /** Reports the node ready or not ready. */
  setReady(name: string, isReady: boolean): Promise<void>
  /** A stopped kubelet reports nothing and reacts to nothing; a started one reports its node ready. */
  setRunning(name: string, isRunning: boolean): Promise<void>
}

interface Kubelet {
  readonly node: SimulatedNode
  readonly hostIp: string
  readonly cancels: Set<() => void>
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
  readonly stages: readonly Stage[]
  readonly kubelets: Map<string, Kubelet>
  readonly pending: Map<string, Pending>
  podCount: number
}

const nodesPath = '/api/v1/nodes'
const leasesPath = '/apis/coordination.orch.io/v1/namespaces/kube-node-lease/leases'

/** Simulates nodes: their leases and status, and the stages of the pods that are bound to them. [LC80] */
export function startSimulatedNodes(
  host: ControllerHost,
  informers: Informers,
  stages: readonly Stage[],
): SimulatedNodes {
  const { client, reactingTo } = ownClient(host.fetch, 'kubelet/v1.34 (simulated)', 'system:orchard:simulated-kubelet')
  const world: World = { host, client, reactingTo, stages, kubelets: new Map(), pending: new Map(), podCount: 0 }
  const pods = informers.of<Pod>(podsPath)
  pods.onChange((before, after) => look(world, before, after))
  const status = { name: 'simulated-nodes', paused: false, syncCount: 0, lastSyncMs: 0, lastError: '' }
  let paused = false
  const lookAtAll = (): void => pods.all().forEach((pod) => look(world, pod, pod))
  return {
    async add(node, isReady = true) {
      const hostIp = `172.18.0.${world.kubelets.size + 2}`
      const kubelet: Kubelet = { node, hostIp, cancels: new Set(), isRunning: true, isReady }
      world.kubelets.set(node.name, kubelet)
      await unlessCode(409, () => client.create(nodesPath, newNode(node)))
      await reportNode(world, kubelet)
      await renewLease(world, kubelet)
      beat(world, kubelet)
      lookAtAll()
    },
    async setReady(name, isReady) {
      const kubelet = world.kubelets.get(name)
      if (kubelet === undefined) return
      kubelet.isReady = isReady
      await reportConditions(world, kubelet)
    },
    async setRunning(name, isRunning) {
      const kubelet = world.kubelets.get(name)
      if (kubelet === undefined || kubelet.isRunning === isRunning) return
      kubelet.isRunning = isRunning
      if (!isRunning) return endBeats(kubelet)
      await renewLease(world, kubelet)
      await reportConditions(world, kubelet)
      beat(world, kubelet)
      lookAtAll()
    },
    status: () => ({ ...status, paused }),
    setPaused(next) {
      paused = next
      for (const kubelet of world.kubelets.values()) kubelet.isRunning = !next
      if (!next) lookAtAll()
      host.changed({ ...status, paused })
    },
    stop() {
      for (const kubelet of world.kubelets.values()) endBeats(kubelet)
      for (const { cancel } of world.pending.values()) cancel()
    },
  }
}

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

const nodePath = ({ node }: Kubelet): string => pathOf('/api/v1', 'nodes', '', node.name)

const reportNode = ({ client, host }: World, kubelet: Kubelet): Promise<void> =>
  unlessGone(() =>
    client.strategicPatch(`${nodePath(kubelet)}/status`, {
      status: nodeStatus(kubelet.node, kubelet.hostIp, kubelet.isReady, host.clock.now()),
    }),
  )

async function reportConditions({ client, host }: World, kubelet: Kubelet): Promise<void> {
  await unlessGone(async () => {
    const live = await client.get<Node>(nodePath(kubelet))
    const conditions = nodeConditions(kubelet.isReady, host.clock.now(), live.status?.conditions ?? [])
    await client.strategicPatch(`${nodePath(kubelet)}/status`, { status: { conditions } })
  })
}

async function renewLease({ client, host }: World, { node: { name } }: Kubelet): Promise<void> {
  const spec = {
    holderIdentity: name,
    leaseDurationSeconds: leaseSeconds,
    renewTime: formatMicroTime(host.clock.now()),
  }
  try {
    await client.mergePatch(`${leasesPath}/${encodeURIComponent(name)}`, { spec })
  } catch (error) {
    if (!hasCode(error, 404)) throw error
    await unlessGone(() => client.create(leasesPath, { metadata: { name }, spec }))
  }
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
  const stage = kubelet === undefined ? undefined : nextStage(world.stages, pod)
  const planned = pending.get(key)
  const isSamePod = before !== undefined && uidOf(before) === uidOf(pod)
  if (planned !== undefined && planned.stage === stage && isSamePod) return
  planned?.cancel()
  pending.delete(key)
  if (stage !== undefined && kubelet !== undefined) plan(world, kubelet, pod, stage)
}

function plan(world: World, kubelet: Kubelet, pod: Pod, stage: Stage): void {
  const { pending, host } = world
  const key = keyOf(pod)
  const cancel = host.clock.after(delayOf(stage, pod), () => {
    pending.delete(key)
    if (kubelet.isRunning) void enter(world, kubelet, pod, stage)
  })
  pending.set(key, { stage, cancel })
}

/** The address of a pod is derived from its node and the number of pods so far. */
function nextPodIp(world: World): string {
  world.podCount += 1
  return `10.244.${Math.floor(world.podCount / 250) % 250}.${(world.podCount % 250) + 1}`
}

async function enter(world: World, { hostIp }: Kubelet, pod: Pod, stage: Stage): Promise<void> {
  const { host } = world
  const client = world.reactingTo(pod.metadata.resourceVersion)
  await unlessGone(async () => {
    if (stage.next.delete === true) {
      await client.delete(pathOfPod(pod), { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } })
      return
    }
    const podIp = pod.spec?.hostNetwork === true ? hostIp : nextPodIp(world)
    const live = await client.get<Pod>(pathOfPod(pod))
    if (live.metadata.uid !== pod.metadata.uid) return
    const status = statusAfter(live, stage.next, { hostIp, podIp, nowMs: host.clock.now() })
    await client.strategicPatch(`${pathOfPod(pod)}/status`, { metadata: { uid: pod.metadata.uid }, status })
  })
}
