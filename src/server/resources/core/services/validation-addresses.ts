import { duplicate, type FieldError, index, invalid, notSupported, required } from '#api/field-error.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import { isIpv6, validateIp } from '#server/resources/parts/validation/addresses.ts'
import type { ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { isExternalName, isHeadless } from './service-type.ts'

const clusterIPsPath = 'spec.clusterIPs'
const families = ['IPv4', 'IPv6']
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

/**
 * Validates that `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy` are consistent. Also called before
 * addresses are allocated. [SVC5]
 */
export function validateClusterIPs(spec: ServiceSpec): readonly FieldError[] {
  if (isExternalName(spec)) return []
  const { clusterIPs = [] } = spec
  const texts = validateTexts(clusterIPs)
  const errors = [
    ...validatePrimary(spec),
    ...validateFamilies(spec),
    ...texts,
    ...(clusterIPs.length > 2 ? [invalid(clusterIPsPath, clusterIPs, 'may only hold up to 2 values')] : []),
  ]
  return texts.length > 0 ? errors : [...errors, ...validateStacks(clusterIPs), ...validateMatch(spec)]
}

function validatePrimary({ clusterIP = '', clusterIPs = [] }: ServiceSpec): readonly FieldError[] {
  if (clusterIP === '') {
    return clusterIPs.length === 0
      ? []
      : [invalid(clusterIPsPath, clusterIPs, 'must be empty when `clusterIP` is not specified')]
  }
  if (clusterIPs.length === 0) return [required(clusterIPsPath)]
  return clusterIPs[0] === clusterIP ? [] : [invalid(clusterIPsPath, clusterIPs, 'first value must match `clusterIP`')]
}

function validateFamilies({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec): readonly FieldError[] {
  const repeated = repetitionsIn(ipFamilies)
  const errors = ipFamilies.flatMap((family, at) => {
    const path = index('spec.ipFamilies', at)
    return [
      ...(families.includes(family) ? [] : [notSupported(path, family, families)]),
      ...(repeated.has(at) ? [duplicate(path, family)] : []),
    ]
  })
  if (ipFamilyPolicy === undefined || policies.includes(ipFamilyPolicy)) return errors
  return [...errors, notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, policies)]
}

function validateTexts(clusterIPs: readonly string[]): readonly FieldError[] {
  return clusterIPs.flatMap((text, at) => {
    if (at > 0 || text !== 'None') return validateIp(text, index(clusterIPsPath, at))
    return clusterIPs.length === 1
      ? []
      : [invalid(clusterIPsPath, [...clusterIPs], "'None' must be the first and only value")]
  })
}

function validateStacks(clusterIPs: readonly string[]): readonly FieldError[] {
  if (clusterIPs.length < 2) return []
  const dual = clusterIPs.some(isIpv6) && !clusterIPs.every(isIpv6)
  return dual ? [] : [invalid(clusterIPsPath, [...clusterIPs], 'may specify no more than one IP for each IP family')]
}

function validateMatch(spec: ServiceSpec): readonly FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec
  if (isHeadless(spec)) return []
  return clusterIPs.slice(0, ipFamilies.length).flatMap((text, at) => {
    const family = ipFamilies[at]
    const mismatch = (family === 'IPv4' && isIpv6(text)) || (family === 'IPv6' && !isIpv6(text))
    return mismatch
      ? [invalid(index(clusterIPsPath, at), text, `expected an ${family} value as indicated by \`ipFamilies[${at}]\``)]
      : []
  })
}
