import { child, duplicate, type FieldError, forbidden, index, invalid } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { isIpv6Cidr, validateCidr } from '#server/resources/parts/validation/addresses.ts'
import { amountNames, type Amounts } from '#server/resources/parts/validation/amount-maps.ts'
import { parsePrefix } from '#server/resources/parts/validation/ip-text.ts'
import { validateQuantity } from '#server/resources/parts/pod-spec/containers/resources.ts'
import type { Node, NodeAddress } from '#server/kinds/types/core-v1.ts'
import { validateAnnotations } from './annotations.ts'
import { taintsPath, validateTaints } from './taints.ts'

const cidrsPath = 'spec.podCIDRs'

export const validateNode = (node: Node): readonly FieldError[] => [
  ...validateAnnotations(node.metadata.annotations),
  ...validateTaints(node.spec?.taints ?? [], taintsPath),
  ...validateResources(node),
  ...validatePodCidrs(node.spec?.podCIDRs ?? []),
]

/** The reference appends the resource name to the path like a field. */
function validateResources({ status }: Node): readonly FieldError[] {
  const amounts = (field: string, map: Amounts | undefined): readonly FieldError[] =>
    amountNames(map).flatMap((name) => validateQuantity(name, own(map, name) ?? '0', child('status', field, name)))
  return [...amounts('capacity', status?.capacity), ...amounts('allocatable', status?.allocatable)]
}

function validatePodCidrs(cidrs: string[]): readonly FieldError[] {
  const errors = cidrs.flatMap((text, at) => validateCidr(text, index(cidrsPath, at)))
  if (cidrs.length < 2) return errors
  const isDual = errors.length === 0 && cidrs.some(isIpv6Cidr) && !cidrs.every(isIpv6Cidr)
  const broken = cidrs.findIndex((text) => parsePrefix(text) === null)
  return [
    ...errors,
    ...(broken === -1 ? [] : [undecided(cidrs[broken] ?? '', broken)]),
    ...(isDual && cidrs.length === 2
      ? []
      : [invalid(cidrsPath, cidrs, 'may specify no more than one CIDR for each IP family')]),
    ...cidrs.flatMap((text, at) => (cidrs.indexOf(text) === at ? [] : [duplicate(index(cidrsPath, at), text)])),
  ]
}

/** The reference reports an unparsable network a second time when it determines the IP families. */
const undecided = (text: string, at: number): FieldError => ({
  type: 'InternalError',
  field: cidrsPath,
  detail: `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${at}]: <nil> (invalid CIDR address: ${text})`,
})

/** Assigned fields are immutable; these rules also apply to `status`. [NOD4] */
export function validateNodeUpdate(next: Node, { spec: liveSpec = {} }: Node): readonly FieldError[] {
  const { spec = {}, status = {} } = next
  return [
    ...validateAnnotations(next.metadata.annotations),
    ...validateResources(next),
    ...validateAddresses(status.addresses ?? []),
    ...changedPodCidrs(spec.podCIDRs ?? [], liveSpec.podCIDRs ?? []),
    ...changedProvider(spec.providerID ?? '', liveSpec.providerID ?? ''),
    ...validateTaints(spec.taints ?? [], taintsPath),
    ...changedExternalId(spec.externalID ?? '', liveSpec.externalID ?? ''),
  ]
}

const changedExternalId = (id: string, live: string): readonly FieldError[] =>
  id === live ? [] : [forbidden('spec.externalID', 'may not be updated')]

function validateAddresses(addresses: readonly NodeAddress[]): readonly FieldError[] {
  const seen = new Set<string>()
  return addresses.flatMap(({ type = '', address = '' }, at) => {
    const key = `${type} ${address}`
    const error = seen.has(key) ? [duplicate(index('status.addresses', at), { Type: type, Address: address })] : []
    seen.add(key)
    return error
  })
}

function changedPodCidrs(cidrs: readonly string[], live: readonly string[]): readonly FieldError[] {
  const error = forbidden(cidrsPath, 'node updates may not change podCIDR except from "" to valid')
  if (live.length === 0) return []
  if (live.length !== cidrs.length) return [error]
  return live.filter((text, at) => text !== cidrs[at]).map(() => error)
}

const changedProvider = (provider: string, live: string): readonly FieldError[] =>
  live === '' || provider === live
    ? []
    : [forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')]
