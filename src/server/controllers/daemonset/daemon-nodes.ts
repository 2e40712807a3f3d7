import type { DaemonSet } from '#server/kinds/types/apps-v1.ts'
import type { Node, Pod, Toleration } from '#server/kinds/types/core-v1.ts'
import { matchesNodeAffinity, untolerated } from '#server/controllers/scheduler/node-terms.ts'

/** Tolerations that pods of DaemonSets have in addition to those of their template. */
export const daemonTolerations: readonly Toleration[] = [
  { key: 'node.orch.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.orch.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.orch.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.orch.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.orch.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.orch.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
]

const onHostNetwork: Toleration = { key: 'node.orch.io/network-unavailable', operator: 'Exists', effect: 'NoSchedule' }

export function tolerationsOf({ spec }: DaemonSet): Toleration[] {
  const { tolerations = [], hostNetwork } = spec?.template?.spec ?? {}
  const more = [...daemonTolerations, ...(hostNetwork === true ? [onHostNetwork] : [])]
  const isNew = (each: Toleration): boolean =>
    !tolerations.some(({ key, effect }) => key === each.key && effect === each.effect)
  return [...tolerations, ...more.filter(isNew)]
}

/** Decides if a node should get a pod, and if one that is there may remain. [LC37] */
export function fitsNode(set: DaemonSet, node: Node): { readonly runs: boolean; readonly remains: boolean } {
  const { spec } = set.spec?.template ?? {}
  const pod: Pod = { metadata: {}, spec: { ...spec, tolerations: tolerationsOf(set) } }
  const isNamed = (spec?.nodeName ?? '') === '' || spec?.nodeName === node.metadata.name
  if (!isNamed || !matchesNodeAffinity(pod, node)) return { runs: false, remains: false }
  const taints = node.spec?.taints ?? []
  const repels = untolerated(pod, taints, ['NoSchedule', 'NoExecute'])
  return { runs: repels.length === 0, remains: repels.every(({ effect }) => effect !== 'NoExecute') }
}
