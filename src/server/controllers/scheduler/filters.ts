import type { Pod, Service } from '#server/kinds/types/core-v1.ts'
import type { NodeState } from './cluster-state.ts'
import { matchesNodeAffinity, untolerated } from './node-terms.ts'
import type { DeviceChecks } from '#server/controllers/devices/device-checks.ts'
import { checkPodAffinity } from './pod-affinity.ts'
import { allocatableOf, podRequests } from './pod-requests.ts'
import { checkSpread } from './topology-spread.ts'
import type { VolumeChecks } from './volumes.ts'

/** The reason why a node does not fit. */
export interface Misfit {
  readonly plugin: string
  readonly reasons: readonly string[]
  /** True if the removal of other pods cannot help. */
  readonly isFinal: boolean
}

/** The input of filters: all nodes, because some rules compare them. */
export interface Candidates {
  readonly nodes: readonly NodeState[]
  readonly volumes: VolumeChecks
  readonly devices: DeviceChecks
  /** The services of a namespace. */
  readonly services: (namespace: string) => readonly Service[]
  /** The labels of a namespace. */
  readonly namespaceLabels: (name: string) => { readonly [key: string]: string }
}

type Filter = (pod: Pod, state: NodeState, all: Candidates) => Misfit | null

const misfit = (plugin: string, reason: string, isFinal: boolean): Misfit => ({ plugin, reasons: [reason], isFinal })

const unschedulableTaint = { key: 'node.orch.io/unschedulable', effect: 'NoSchedule' }

const filters: readonly Filter[] = [
  (pod, { node }) =>
    node.spec?.unschedulable === true && untolerated(pod, [unschedulableTaint], ['NoSchedule']).length > 0
      ? misfit('NodeUnschedulable', 'node(s) were unschedulable', true)
      : null,
  ({ spec }, { node }) =>
    (spec?.nodeName ?? '') !== '' && spec?.nodeName !== node.metadata.name
      ? misfit('NodeName', "node(s) didn't match the requested node name", true)
      : null,
  (pod, { node }) =>
    untolerated(pod, node.spec?.taints ?? [], ['NoSchedule', 'NoExecute']).length > 0
      ? misfit('TaintToleration', 'node(s) had untolerated taint(s)', true)
      : null,
  (pod, { node }) =>
    matchesNodeAffinity(pod, node)
      ? null
      : misfit('NodeAffinity', "node(s) didn't match Pod's node affinity/selector", true),
  (pod, state) =>
    portsConflict(pod, state)
      ? misfit('NodePorts', "node(s) didn't have free ports for the requested pod ports", false)
      : null,
  checkResources,
  (pod, { node }, { volumes, nodes }) => volumes.check(pod, node, nodes),
  (pod, state, all) => checkSpread(pod, state, all),
  (pod, state, all) => checkPodAffinity(pod, state, all),
  (pod, { node }, { devices }) => devices.check(pod, node),
]

/** Returns the first reason why a node does not fit; `null` if it does. [LC61] */
export function filterNode(pod: Pod, state: NodeState, all: Candidates): Misfit | null {
  for (const filter of filters) {
    const found = filter(pod, state, all)
    if (found !== null) return found
  }
  return null
}

/** True if none of these rules refuses the node. */
export const satisfies = (pod: Pod, state: NodeState, all: Candidates, plugins: ReadonlySet<string>): boolean =>
  filters.every((filter) => !plugins.has(filter(pod, state, all)?.plugin ?? ''))

interface HostPort {
  readonly ip: string
  readonly port: number
  readonly protocol: string
}

const hostPortsOf = ({ spec }: Pod): readonly HostPort[] =>
  (spec?.containers ?? [])
    .flatMap(({ ports }) => ports ?? [])
    .filter(({ hostPort }) => (hostPort ?? 0) > 0)
    .map(({ hostPort = 0, hostIP, protocol }) => ({
      ip: hostIP || '0.0.0.0',
      port: hostPort,
      protocol: protocol ?? 'TCP',
    }))

function portsConflict(pod: Pod, { pods }: NodeState): boolean {
  const wanted = hostPortsOf(pod)
  if (wanted.length === 0) return false
  const used = [...pods.values()].flatMap(hostPortsOf)
  const isAny = (ip: string): boolean => ip === '0.0.0.0'
  return wanted.some(({ ip, port, protocol }) =>
    used.some(
      (each) => each.port === port && each.protocol === protocol && (each.ip === ip || isAny(each.ip) || isAny(ip)),
    ),
  )
}

function checkResources(pod: Pod, { node, pods, requested }: NodeState): Misfit | null {
  const limits = allocatableOf(node)
  const reasons: string[] = []
  let isFinal = false
  if (pods.size + 1 > (limits.get('pods') ?? 0)) reasons.push('Too many pods')
  for (const [resource, amount] of podRequests(pod)) {
    const limit = limits.get(resource) ?? 0
    if (amount === 0 || amount <= limit - (requested.get(resource) ?? 0)) continue
    reasons.push(`Insufficient ${resource}`)
    isFinal ||= amount > limit
  }
  return reasons.length === 0 ? null : { plugin: 'NodeResourcesFit', reasons, isFinal }
}
