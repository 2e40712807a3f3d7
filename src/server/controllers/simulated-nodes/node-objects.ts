import type { JsonObject } from '#api/json.ts'
import { formatTime } from '#api/time.ts'

/** A simulated node. */
export interface SimulatedNode {
  readonly name: string
  readonly labels?: { readonly [key: string]: string }
  readonly taints?: readonly JsonObject[]
  readonly capacity?: { readonly [resource: string]: string }
}

/** The default capacity of a simulated node. */
const capacityByDefault = { cpu: '16', memory: '32Gi', pods: '110' }

export const capacityOf = ({ capacity = capacityByDefault }: SimulatedNode): { readonly [resource: string]: string } =>
  capacity

export const newNode = ({ name, labels, taints }: SimulatedNode): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    labels: { 'orch.io/arch': 'amd64', 'orch.io/hostname': name, 'orch.io/os': 'linux', ...labels },
  },
  spec: taints === undefined ? {} : { taints: [...taints] },
})

/** The status that a kubelet reports when it starts, and its state of readiness. */
export function nodeStatus(node: SimulatedNode, hostIp: string, isReady: boolean, nowMs: number): JsonObject {
  const capacity = { ...capacityOf(node) }
  return {
    capacity,
    allocatable: capacity,
    conditions: nodeConditions(isReady, nowMs, null),
    addresses: [
      { type: 'InternalIP', address: hostIp },
      { type: 'Hostname', address: node.name },
    ],
    nodeInfo: {
      machineID: '',
      systemUUID: '',
      bootID: '',
      kernelVersion: 'sim',
      osImage: 'sim',
      containerRuntimeVersion: 'sim://1',
      kubeletVersion: 'v1.34.4',
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  }
}

const healthy = [
  ['MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
] as const

interface Before {
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly lastTransitionTime?: string | null | undefined
}

/** The conditions of a node; each keeps the time of its last transition while its status remains. */
export function nodeConditions(isReady: boolean, nowMs: number, before: readonly Before[] | null): JsonObject[] {
  const now = formatTime(nowMs)
  const condition = (type: string, status: string, reason: string, message: string): JsonObject => {
    const old = before?.find((each) => each.type === type)
    const lastTransitionTime = old?.status === status ? (old.lastTransitionTime ?? now) : now
    return { type, status, lastHeartbeatTime: now, lastTransitionTime, reason, message }
  }
  return [
    ...healthy.map(([type, reason, message]) => condition(type, 'False', reason, message)),
    isReady
      ? condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status')
      : condition('Ready', 'False', 'KubeletNotReady', 'container runtime not ready'),
  ]
}
