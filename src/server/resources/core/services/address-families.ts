import { type FieldError, index, invalid } from '#api/field-error.ts'
import { isIpv6 } from '#server/resources/parts/validation/addresses.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { isExternalName, sameClusterIPs, sameIPFamilies, specOf } from './service-type.ts'
import { validateClusterIPs } from './validation-addresses.ts'

/** The IP families of the service network of this server. */
export const clusterFamilies: readonly string[] = ['IPv4']

const policyPath = 'spec.ipFamilyPolicy'
const familyOf = (text: string): string => (isIpv6(text) ? 'IPv6' : 'IPv4')

/** Reports whether the addresses of a PreferDualStack service are unchanged. */
export function keepsPreferredStack(spec: ServiceSpec, live: ServiceSpec | null): boolean {
  const prefers = ({ ipFamilyPolicy }: ServiceSpec): boolean => ipFamilyPolicy === 'PreferDualStack'
  return (
    live !== null &&
    prefers(spec) &&
    (live.ipFamilyPolicy === undefined || prefers(live)) &&
    live.type === spec.type &&
    !isExternalName(spec) &&
    sameClusterIPs(live, spec) &&
    sameIPFamilies(live, spec)
  )
}

/** Defaults the family policy and the families before addresses are allocated. Modifies the spec of `next`. [SVC12] */
export function chooseFamilies(next: Service, liveService: Service | null): readonly FieldError[] {
  const spec = specOf(next)
  const live = liveService === null ? null : specOf(liveService)
  if (isExternalName(spec) || keepsPreferredStack(spec, live)) return []
  const isBare = isBareHeadless(spec)
  spec.ipFamilyPolicy ??= live?.ipFamilyPolicy ?? (isBare ? 'RequireDualStack' : 'SingleStack')
  const errors = checkFamilies(spec, live, isBare)
  if (errors.length === 0) addFamilies(spec, isBare || clusterFamilies.length === 2)
  return errors
}

/** Each check runs only if the previous ones found no error. */
function checkFamilies(spec: ServiceSpec, live: ServiceSpec | null, isBare: boolean): readonly FieldError[] {
  const malformed = validateClusterIPs(spec)
  if (malformed.length > 0) return malformed
  const released = live === null ? [] : releaseSecond(spec, live)
  const errors = [...released, ...tooManyForPolicy(spec), ...inferFamilies(spec)]
  return errors.length > 0 || isBare ? errors : unknownFamilies(spec)
}

/** A headless service without selector has externally managed endpoints, which may be of any family. */
const isBareHeadless = ({ clusterIP, selector = {} }: ServiceSpec): boolean =>
  clusterIP === 'None' && Object.keys(selector).length === 0

function releaseSecond(spec: ServiceSpec, live: ServiceSpec): readonly FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec
  if (spec.ipFamilyPolicy === 'SingleStack') {
    if (sameClusterIPs(live, spec) && clusterIPs.length > 1) spec.clusterIPs = clusterIPs.slice(0, 1)
    if (sameIPFamilies(live, spec) && ipFamilies.length > 1) spec.ipFamilies = ipFamilies.slice(0, 1)
    return []
  }
  const must = (what: string): FieldError =>
    invalid(policyPath, spec.ipFamilyPolicy ?? null, `must be 'SingleStack' to release the secondary ${what}`)
  return [
    ...(isReduced(clusterIPs, live.clusterIPs) ? [must('cluster IP')] : []),
    ...(isReduced(ipFamilies, live.ipFamilies) ? [must('IP family')] : []),
  ]
}

/** Reports whether entries were removed; an empty list means only that the client did not set it. */
const isReduced = (list: readonly string[], live: readonly string[] = []): boolean =>
  list.length > 0 && list.length < live.length

function tooManyForPolicy({ ipFamilyPolicy, clusterIPs = [], ipFamilies = [] }: ServiceSpec): readonly FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return []
  const must = (what: string): FieldError =>
    invalid(
      policyPath,
      ipFamilyPolicy,
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    )
  return [
    ...(clusterIPs.length === 2 ? [must('cluster IPs')] : []),
    ...(ipFamilies.length === 2 ? [must('IP families')] : []),
  ]
}

/** Derives the families from the addresses. */
function inferFamilies(spec: ServiceSpec): readonly FieldError[] {
  const { clusterIPs = [] } = spec
  if (clusterIPs[0] === 'None') return []
  const errors: FieldError[] = []
  for (const [at, text] of clusterIPs.entries()) {
    if (at < (spec.ipFamilies ?? []).length) continue
    const family = familyOf(text)
    if (clusterFamilies.includes(family)) spec.ipFamilies = [...(spec.ipFamilies ?? []), family]
    else errors.push(invalid(index('spec.clusterIPs', at), clusterIPs, `${family} is not configured on this cluster`))
  }
  return errors
}

function unknownFamilies({ ipFamilyPolicy, ipFamilies = [] }: ServiceSpec): readonly FieldError[] {
  const needsTwo = ipFamilyPolicy === 'RequireDualStack' && clusterFamilies.length < 2
  return [
    ...(needsTwo
      ? [invalid(policyPath, ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...ipFamilies.flatMap((family, at) =>
      clusterFamilies.includes(family)
        ? []
        : [invalid(index('spec.ipFamilies', at), family, 'not configured on this cluster')],
    ),
  ]
}

function addFamilies(spec: ServiceSpec, second: boolean): void {
  const [first = clusterFamilies[0] ?? 'IPv4', ...rest] = spec.ipFamilies ?? []
  const other = first === 'IPv4' ? 'IPv6' : 'IPv4'
  const adds = second && rest.length === 0 && spec.ipFamilyPolicy !== 'SingleStack'
  spec.ipFamilies = [first, ...(adds ? [other] : rest)]
}
