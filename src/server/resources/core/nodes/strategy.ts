import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { warnOfCidr } from '#server/resources/parts/validation/addresses.ts'
import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import type { Node, NodeSpec } from '#server/kinds/types/core-v1.ts'
import { validateNode, validateNodeUpdate } from './validation.ts'

/** `podCIDR` is the first of `podCIDRs`; for clients that set only `podCIDR` it wins. [NOD2] */
function alignPodCidrs(spec: NodeSpec): void {
  const { podCIDR = '', podCIDRs = [] } = spec
  if (podCIDR !== '' && podCIDRs[0] !== podCIDR) spec.podCIDRs = [podCIDR]
  const [first] = spec.podCIDRs ?? []
  if (first !== undefined) spec.podCIDR = first
}

function defaultNode(next: Node): void {
  alignPodCidrs((next.spec ??= {}))
  const { status } = next
  if (status === undefined) return
  roundAmounts(status.capacity)
  roundAmounts(status.allocatable)
  if (status.allocatable === undefined && status.capacity !== undefined) status.allocatable = { ...status.capacity }
}

const shared = { default: defaultNode, validateName: dns1123SubdomainName, validate: validateNode }

export const strategy: Strategy<Node> = {
  ...shared,
  metadataOnUpdate: 'whole',
  prepareForCreate(next) {
    delete next.spec?.configSource
  },
  prepareForUpdate(next, live) {
    next.status = live.status
    if (live.spec?.configSource === undefined) delete next.spec?.configSource
  },
  validateUpdate: (next, live) => [...validateNode(next), ...validateNodeUpdate(next, live)],
  warnings: ({ spec }) => [
    ...((spec?.externalID ?? '') === '' ? [] : ['spec.externalID: this field is deprecated, and is unused by Orch']),
    ...(spec?.podCIDRs ?? []).flatMap((text, at) => warnOfCidr(text, `spec.podCIDRs[${at}]`)),
  ],
}

export const statusStrategy: Strategy<Node> = {
  ...shared,
  prepareForUpdate(next, live) {
    next.spec = live.spec
    if (live.status?.config === undefined) delete next.status?.config
  },
  validateUpdate: validateNodeUpdate,
}
