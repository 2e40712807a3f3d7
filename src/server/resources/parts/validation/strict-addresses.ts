import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { formatIp, isIpv4, maskIp, parseIp, parsePrefix } from './ip-text.ts'

const hasLeadingZeros = (address: string): boolean => address.split('.').some((part) => /^0[0-9]/.test(part))

/** Returns the first error of an address that must be in canonical form. */
export function strictIpTexts(text: string): readonly string[] {
  const ip = parseIp(text)
  if (ip === null) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']
  const isMapped = isIpv4(ip) && text.includes(':')
  if (isMapped) return ['must not be an IPv4-mapped IPv6 address']
  if (isIpv4(ip) && hasLeadingZeros(text)) return ['must not have leading 0s']
  return formatIp(ip) === text ? [] : [`must be in canonical form (${JSON.stringify(formatIp(ip))})`]
}

/** Requires a network in canonical form. */
export function validateStrictCidr(text: string, path: FieldPath): readonly FieldError[] {
  return strictCidrTexts(text).map((detail) => invalid(path, text, detail))
}

function strictCidrTexts(text: string): readonly string[] {
  const prefix = parsePrefix(text)
  if (prefix === null) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']
  const { ip, bits, size } = prefix
  const [address = '', length = ''] = text.split('/')
  if (/^0[0-9]/.test(length) || (isIpv4(ip) && hasLeadingZeros(address))) {
    return ['must not have leading 0s in IP or prefix length']
  }
  if (isIpv4(ip) && address.includes(':')) return ['must not have an IPv4-mapped IPv6 address']
  const network = formatIp(maskIp(ip, bits, size))
  if (network !== formatIp(ip)) return ['must not have bits set beyond the prefix length']
  const normal = `${network}/${bits}`
  return normal === text ? [] : [`must be in canonical form (${JSON.stringify(normal)})`]
}
