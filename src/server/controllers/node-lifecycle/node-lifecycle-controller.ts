import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { Lease } from '#server/kinds/types/coordination-v1.ts'
import type { Node, NodeCondition, Pod, Taint } from '#server/kinds/types/core-v1.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'
import { conditionOf, isReady, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { changeTaints, isManaged, notReady, unreachable, wantedTaints } from './taints.ts'
import { createZones, type Zones } from './zones.ts'

const monitorEveryMs = 5000
/** The maximum time between two heartbeats of a kubelet. */
const graceMs = 50_000

/** Keys for what is not about one node, in the queue because a paused loop does nothing. No node has such a name. */
const nextLook = ' next look'
const nextTaint = ' next taint'

interface Health {
  /** The last heartbeat of the kubelet, by the clock of this controller. */
  heardMs: number
  lease: string
  status: string
}

interface Lifecycle {
  readonly loop: Loop
  readonly nodes: Informer<Node>
  readonly leases: Informer<Lease>
  readonly pods: Informer<Pod>
  readonly health: Map<string, Health>
  readonly zones: Zones
  /** Nodes that wait for their NoExecute taint, by zone. */
  readonly evictions: Map<string, Set<string>>
}

const aboutNode = (object: Node): { apiVersion: string; kind: string; object: Node } => ({
  apiVersion: 'v1',
  kind: 'Node',
  object: { ...object, metadata: { ...object.metadata, uid: object.metadata.name ?? '' } },
})

/** Taints nodes by their conditions, and marks nodes whose heartbeats stop. [LC90] */
export const nodeLifecycle: LoopDefinition = {
  name: 'node-lifecycle',
  account: 'node-controller',
  start(loop) {
    const { informers, queue } = loop
    const lifecycle: Lifecycle = {
      loop,
      nodes: informers.of<Node>('/api/v1/nodes'),
      leases: informers.of<Lease>('/apis/coordination.orch.io/v1/leases'),
      pods: informers.of<Pod>(podsPath),
      health: new Map(),
      zones: createZones(),
      evictions: new Map(),
    }
    lifecycle.nodes.onChange((before, after) => {
      if (after !== undefined) queue.add(after.metadata.name ?? '')
      else if (before !== undefined) dropEvictions(lifecycle, before.metadata.name ?? '')
    })
    loop.every(monitorEveryMs, () => queue.add(nextLook))
    return (name, run) => {
      if (name === nextLook) return monitor(lifecycle)
      return name === nextTaint ? taintNext(lifecycle) : syncNode({ ...lifecycle, loop: run }, name)
    }
  },
}

function dropEvictions({ evictions }: Lifecycle, name: string): void {
  for (const names of evictions.values()) names.delete(name)
}

const deprecatedLabels = [
  ['orch.io/os', 'beta.orch.io/os'],
  ['orch.io/arch', 'beta.orch.io/arch'],
] as const

/** Brings the taints and the deprecated labels of a node in line with its conditions and labels. */
async function syncNode({ loop, nodes }: Lifecycle, name: string): Promise<void> {
  const node = nodes.get(`/${name}`)
  if (node === undefined) return
  const wanted = wantedTaints(node)
  const present = (node.spec?.taints ?? []).filter(isManaged)
  const added = wanted.filter((key) => !present.some((taint) => taint.key === key))
  await changeTaints(
    loop,
    node,
    added.map((key) => ({ key, effect: 'NoSchedule' })),
    present.filter(({ key = '' }) => !wanted.includes(key)),
  )
  const current = nodes.get(`/${name}`)
  const labels = current?.metadata.labels ?? {}
  const missing = deprecatedLabels.filter(([from, to]) => labels[from] !== undefined && labels[from] !== labels[to])
  if (current === undefined || missing.length === 0) return
  const next = Object.fromEntries(missing.map(([from, to]) => [to, labels[from] ?? '']))
  await loop.client.strategicPatch(pathOf('/api/v1', 'nodes', '', name), { metadata: { labels: next } })
}

/** Checks all nodes: new and deleted ones, heartbeats, and readiness. */
async function monitor(lifecycle: Lifecycle): Promise<void> {
  const { nodes, health, loop } = lifecycle
  const present = new Set<string>()
  for (const node of nodes.all()) {
    const name = node.metadata.name ?? ''
    present.add(name)
    if (!health.has(name)) {
      health.set(name, { heardMs: loop.clock.now(), lease: '', status: '' })
      const text = `Node ${name} event: Registered Node ${name} in Controller`
      loop.events.emit(aboutNode(node), 'Normal', 'RegisteredNode', text)
    }
  }
  for (const name of health.keys()) {
    if (present.has(name)) continue
    health.delete(name)
    const text = `Node ${name} event: Removing Node ${name} from Controller`
    loop.events.emit(aboutNode({ metadata: { name } }), 'Normal', 'RemovingNode', text)
  }
  const seen = await Promise.all(nodes.all().map(async (node) => ({ node, ready: await judge(lifecycle, node) })))
  await judgeZones(lifecycle, seen)
  awaitTaint(lifecycle)
}

/** A node of a zone, with the status of its condition Ready; `null` if that could not be found out. */
interface Judged {
  readonly node: Node
  readonly ready: string | null
}

const excluded = 'node.orch.io/exclude-disruption'

/** Sets the pace of taints in each zone. If no node of the cluster is ready, none is tainted. [LC112] */
async function judgeZones({ zones, loop, health, evictions }: Lifecycle, judged: readonly Judged[]): Promise<void> {
  const ready = new Map<string, boolean[]>()
  for (const { node, ready: status } of judged) {
    if (status === null || node.metadata.labels?.[excluded] !== undefined) continue
    ready.set(zoneOf(node), [...(ready.get(zoneOf(node)) ?? []), status === 'True'])
  }
  const change = zones.judge(ready, loop.clock.now())
  if (change === 'lost') {
    evictions.clear()
    await Promise.all(judged.map(({ node }) => removeNoExecute(loop, node).catch(ignoreRefusal)))
  }
  if (change === 'found') for (const known of health.values()) known.heardMs = loop.clock.now()
}

/** Returns the status of the condition Ready, as it is now. */
async function judge(lifecycle: Lifecycle, node: Node): Promise<string | null> {
  const { loop, health, leases } = lifecycle
  const known = health.get(nameOf(node))
  if (known === undefined) return null
  const { renewTime } = leases.get(`kube-node-lease/${nameOf(node)}`)?.spec ?? {}
  listen(known, renewTime ?? '', readyOf(node).lastHeartbeatTime ?? '', loop.clock.now())
  const isSilent = loop.clock.now() - known.heardMs > graceMs
  try {
    if (isSilent && readyOf(node).status !== 'Unknown') await declareUnknown(lifecycle, node)
    // A node that has just become silent is tainted when it is looked at again.
    queueEviction(lifecycle, node)
  } catch (error) {
    ignoreRefusal(error)
    return null
  }
  return isSilent ? 'Unknown' : readinessOf(node)
}

/** A kubelet is heard of when it renewed its lease or reported its node. */
function listen(known: Health, lease: string, status: string, nowMs: number): void {
  if (lease !== known.lease || status !== known.status) known.heardMs = nowMs
  known.lease = lease
  known.status = status
}

const readyOf = ({ status }: Node): NodeCondition => status?.conditions?.find(({ type }) => type === 'Ready') ?? {}

const readinessOf = (node: Node): string => readyOf(node).status ?? 'Unknown'

const conditionTypes = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/** Sets the conditions of a silent node to Unknown, and its pods to not ready. */
async function declareUnknown({ loop, pods }: Lifecycle, node: Node): Promise<void> {
  const name = node.metadata.name ?? ''
  const now = formatTime(loop.clock.now())
  const before = node.status?.conditions ?? []
  const unknown = (type: string, old: NodeCondition | undefined): NodeCondition => ({
    type,
    status: 'Unknown',
    reason: old === undefined ? 'NodeStatusNeverUpdated' : 'NodeStatusUnknown',
    message: old === undefined ? 'Kubelet never posted node status.' : 'Kubelet stopped posting node status.',
    lastHeartbeatTime: old?.lastHeartbeatTime ?? node.metadata.creationTimestamp,
    lastTransitionTime: now,
  })
  const kept = before.map((old) => (conditionTypes.includes(old.type ?? '') ? unknown(old.type ?? '', old) : old))
  const absent = conditionTypes.filter((type) => !before.some((old) => old.type === type))
  const conditions = [...kept, ...absent.map((type) => unknown(type, undefined))]
  await loop.client.update(`${pathOf('/api/v1', 'nodes', '', name)}/status`, {
    ...node,
    status: { ...node.status, conditions },
  })
  loop.events.emit(aboutNode(node), 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`)
  for (const pod of pods.all().filter(({ spec }) => spec?.nodeName === name)) await declareNotReady(loop, pod, now)
}

async function declareNotReady({ client, events }: Loop, pod: Pod, now: string): Promise<void> {
  if (!isReady(pod)) return
  const before = conditionOf(pod, 'Ready')
  const ready = { ...before, status: 'False', lastTransitionTime: now }
  const conditions = (pod.status?.conditions ?? []).map((each) => (each.type === 'Ready' ? ready : each))
  await unlessGone(() => client.update(`${pathOfPod(pod)}/status`, { ...pod, status: { ...pod.status, conditions } }))
  events.emit({ apiVersion: 'v1', kind: 'Pod', object: pod }, 'Warning', 'NodeNotReady', 'Node is not ready')
}

const noExecute = (key: string): Taint => ({ key, effect: 'NoExecute' })
const zoneOf = ({ metadata }: Node): string =>
  `${metadata.labels?.['topology.orch.io/region'] ?? ''}:${metadata.labels?.['topology.orch.io/zone'] ?? ''}`

/** A node that is not ready waits for its NoExecute taint, unless it has the other one; one that is ready again loses it. */
function queueEviction(lifecycle: Lifecycle, node: Node): void {
  const { loop, evictions } = lifecycle
  const name = nameOf(node)
  const ready = readinessOf(node)
  if (ready === 'True') {
    dropEvictions(lifecycle, name)
    void removeNoExecute(loop, node).catch(ignoreRefusal)
    return
  }
  const [wanted, other] = ready === 'False' ? [notReady, unreachable] : [unreachable, notReady]
  const has = (wantedKey: string): boolean =>
    (node.spec?.taints ?? []).some(({ key, effect }) => key === wantedKey && effect === 'NoExecute')
  if (has(other)) return void taintByReadiness(loop, node).catch(ignoreRefusal)
  if (has(wanted)) return
  const zone = zoneOf(node)
  evictions.set(zone, (evictions.get(zone) ?? new Set<string>()).add(name))
}

async function removeNoExecute(loop: Loop, node: Node): Promise<void> {
  const present = (node.spec?.taints ?? []).filter(
    ({ key = '', effect }) => effect === 'NoExecute' && [notReady, unreachable].includes(key),
  )
  const removed = present.map(({ key = '' }) => noExecute(key))
  if (removed.length > 0) await changeTaints(loop, node, [], removed)
}

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error
}

const taintEveryMs = 100

/** Queues the next taint for the time when a zone may have one. While no node waits for it, no timer runs. */
function awaitTaint({ loop, zones, evictions }: Lifecycle): void {
  const waiting = [...evictions].filter(([, names]) => names.size > 0)
  const waitMs = Math.min(...waiting.map(([zone]) => zones.waitMs(zone, loop.clock.now())))
  if (waitMs < Infinity) loop.queue.addAfter(nextTaint, Math.max(taintEveryMs, waitMs))
}

/** Taints one node of each zone at a time, so that a fault of the network does not evict everything. */
async function taintNext(lifecycle: Lifecycle): Promise<void> {
  const { loop, nodes, zones, evictions } = lifecycle
  for (const [zone, names] of evictions) {
    const [name] = names
    if (name === undefined || !zones.mayTaint(zone, loop.clock.now())) continue
    names.delete(name)
    const node = nodes.get(`/${name}`)
    if (node !== undefined && readinessOf(node) !== 'True') await taintByReadiness(loop, node).catch(ignoreRefusal)
  }
  awaitTaint(lifecycle)
}

/** Gives a node the NoExecute taint of its readiness, and takes the other one away. */
async function taintByReadiness(loop: Loop, node: Node): Promise<void> {
  const [wanted, other] = readinessOf(node) === 'False' ? [notReady, unreachable] : [unreachable, notReady]
  const hasOther = (node.spec?.taints ?? []).some(({ key, effect }) => key === other && effect === 'NoExecute')
  await changeTaints(loop, node, [noExecute(wanted)], hasOther ? [noExecute(other)] : [])
}
