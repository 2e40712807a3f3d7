import { child, type FieldError, type FieldPath, index, invalid, required } from '#api/field-error.ts'
import { validateCidr, warnOfCidr } from '#server/resources/parts/validation/addresses.ts'
import { formatIp, isIpv4, maskIp, parsePrefix } from '#server/resources/parts/validation/ip-text.ts'
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer } from '#server/kinds/types/networking-v1.ts'

/** Validates a network and the exceptions inside it. [NP5] */
export function validateIPBlock({ cidr = '', except = [] }: IPBlock, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'cidr')
  if (cidr === '') return [required(here)]
  const errors = validateCidr(cidr, here)
  if (errors.length > 0) return errors
  return except.flatMap((text, at) => validateException(text, cidr, index(child(path, 'except'), at)))
}

function validateException(text: string, cidr: string, path: FieldPath): readonly FieldError[] {
  const errors = validateCidr(text, path)
  if (errors.length > 0 || isInside(text, cidr)) return errors
  return [invalid(path, text, 'must be a strict subset of `cidr`')]
}

/** Reports whether a network is a proper subset of another. */
function isInside(inner: string, outer: string): boolean {
  const [a, b] = [parsePrefix(inner), parsePrefix(outer)]
  if (a === null || b === null || isIpv4(a.ip) !== isIpv4(b.ip)) return false
  const within = (prefix: { readonly ip: readonly number[] }): string => formatIp(maskIp(prefix.ip, b.bits, b.size))
  return b.bits < a.bits && within(a) === within(b)
}

/** Warns of networks in ambiguous or non-canonical notation. [NP5] */
export const warnAboutBlocks = ({ spec }: NetworkPolicy): readonly string[] => [
  ...(spec?.ingress ?? []).flatMap(({ from }, at) => warnAboutPeers(from, child(index('spec.ingress', at), 'from'))),
  ...(spec?.egress ?? []).flatMap(({ to }, at) => warnAboutPeers(to, child(index('spec.egress', at), 'to'))),
]

const warnAboutPeers = (peers: readonly NetworkPolicyPeer[] | undefined, path: FieldPath): readonly string[] =>
  (peers ?? []).flatMap(({ ipBlock }, at) => {
    const here = child(index(path, at), 'ipBlock')
    return [
      ...warnOfCidr(ipBlock?.cidr ?? '', child(here, 'cidr')),
      ...(ipBlock?.except ?? []).flatMap((text, i) => warnOfCidr(text, index(child(here, 'except'), i))),
    ]
  })
