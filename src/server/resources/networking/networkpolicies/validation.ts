import {
  child,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '#server/kinds/types/networking-v1.ts'
import { validateIPBlock } from './ip-block.ts'
import { validatePort } from './ports.ts'

interface Rule {
  readonly ports: readonly NetworkPolicyPort[] | undefined
  readonly peers: readonly NetworkPolicyPeer[] | undefined
}

/** [NP1] */
export function validate({ spec = {} }: NetworkPolicy): readonly FieldError[] {
  const ingress = (spec.ingress ?? []).map(({ ports, from }) => ({ ports, peers: from }))
  const egress = (spec.egress ?? []).map(({ ports, to }) => ({ ports, peers: to }))
  return [
    ...validateLabelSelector(spec.podSelector, 'spec.podSelector'),
    ...ingress.flatMap((rule, at) => validateRule(rule, index('spec.ingress', at), 'from')),
    ...egress.flatMap((rule, at) => validateRule(rule, index('spec.egress', at), 'to')),
    ...validatePolicyTypes(spec.policyTypes ?? []),
  ]
}

const validateRule = ({ ports, peers }: Rule, path: FieldPath, side: 'from' | 'to'): readonly FieldError[] => [
  ...(ports ?? []).flatMap((port, at) => validatePort(port, index(child(path, 'ports'), at))),
  ...(peers ?? []).flatMap((peer, at) => validatePeer(peer, index(child(path, side), at))),
]

/** Allows pod and namespace selectors, or an IP block alone. [NP4] */
function validatePeer(peer: NetworkPolicyPeer, path: FieldPath): readonly FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer
  const given = [podSelector, namespaceSelector, ipBlock].filter((part) => part !== undefined).length
  const errors = [
    ...validateLabelSelector(podSelector, child(path, 'podSelector')),
    ...validateLabelSelector(namespaceSelector, child(path, 'namespaceSelector')),
    ...(ipBlock === undefined ? [] : validateIPBlock(ipBlock, child(path, 'ipBlock'))),
  ]
  if (given === 0) errors.push(required(path, 'must specify a peer'))
  else if (given > 1 && ipBlock !== undefined)
    errors.push(forbidden(path, 'may not specify both ipBlock and another peer'))
  return errors
}

function validatePolicyTypes(types: readonly string[]): readonly FieldError[] {
  const supported = ['Ingress', 'Egress']
  if (types.length > supported.length)
    return [invalid('spec.policyTypes', [...types], 'may not specify more than two policyTypes')]
  return types.flatMap((type, at) =>
    supported.includes(type) ? [] : [notSupported(index('spec.policyTypes', at), type, supported)],
  )
}
