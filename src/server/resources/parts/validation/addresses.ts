import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { formatIp, isIpv4, maskIp, parseIp, parsePrefix } from './ip-text.ts'

const exampleIp = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const exampleCidr = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

/** Validates an address of either family; accepts leading zeros, which old objects have. */
export const validateIp = (text: string, path: FieldPath): readonly FieldError[] =>
  parseIp(text) === null ? [invalid(path, text, exampleIp)] : []

/** Validates a network of either family. */
export const validateCidr = (text: string, path: FieldPath): readonly FieldError[] =>
  parsePrefix(text) === null ? [invalid(path, text, exampleCidr)] : []

/** Reports whether a valid address is IPv6; an IPv4-mapped IPv6 address is not. */
export function isIpv6(text: string): boolean {
  const ip = parseIp(text)
  return ip !== null && !isIpv4(ip)
}

export const isIpv6Cidr = (text: string): boolean => isIpv6(text.slice(0, Math.max(0, text.indexOf('/'))))

/** Returns the 32 bits of an IPv4 address, `null` for any other text. */
export function parseIpv4(text: string): number | null {
  const ip = parseIp(text)
  if (ip === null || !isIpv4(ip)) return null
  const [high = 0, low = 0] = ip.slice(6)
  return high * 0x1_0000 + low
}

export const formatIpv4 = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')

interface Special {
  readonly text: (ip: string) => string
  readonly matches: (ip: readonly number[]) => boolean
}

const high = (ip: readonly number[]): number => (ip[6] ?? 0) >>> 8

/** Addresses that cannot be those of another machine. */
const specials: readonly Special[] = [
  {
    text: (ip) => `may not be unspecified (${ip})`,
    matches: (ip) => (isIpv4(ip) ? ip.slice(6) : ip).every((group) => group === 0),
  },
  {
    text: () => 'may not be in the loopback range (127.0.0.0/8, ::1/128)',
    matches: (ip) => (isIpv4(ip) ? high(ip) === 127 : ip.slice(0, 7).every((group) => group === 0) && ip[7] === 1),
  },
  {
    text: () => 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    matches: (ip) => (isIpv4(ip) ? ip[6] === 0xa9fe : ((ip[0] ?? 0) & 0xffc0) === 0xfe80),
  },
  {
    text: () => 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    matches: (ip) => (isIpv4(ip) ? ip[6] === 0xe000 && (ip[7] ?? 0) >>> 8 === 0 : ((ip[0] ?? 0) & 0xff0f) === 0xff02),
  },
]

/** Validates an address of endpoints or an external address, which must be reachable from other machines. */
export function validateNonSpecialIp(text: string, path: FieldPath): readonly FieldError[] {
  const ip = parseIp(text)
  if (ip === null) return [invalid(path, text, 'must be a valid IP address')]
  return specials.filter(({ matches }) => matches(ip)).map((special) => invalid(path, text, special.text(text)))
}

const isStrict = (text: string): boolean => text.split(/[./]/).every((part) => !/^0[0-9]/.test(part))

/** Warns of an address that newer servers will refuse, or that is not in canonical form. */
export function warnOfIp(text: string, path: FieldPath): readonly string[] {
  const ip = parseIp(text)
  if (ip === null) return []
  const normal = formatIp(ip)
  if (isIpv4(ip)) {
    return isStrict(text) && !text.includes(':')
      ? []
      : [
          `${path}: non-standard IP address ${JSON.stringify(text)} will be considered invalid in a future Orch release: use ${JSON.stringify(normal)}`,
        ]
  }
  return normal === text
    ? []
    : [
        `${path}: IPv6 address ${JSON.stringify(text)} should be in RFC 5952 canonical format (${JSON.stringify(normal)})`,
      ]
}

/** Warns of a network that newer servers will refuse, has host bits set, or is not in canonical form. */
export function warnOfCidr(text: string, path: FieldPath): readonly string[] {
  const prefix = parsePrefix(text)
  if (prefix === null) return []
  const { ip, bits, size } = prefix
  const network = `${formatIp(maskIp(ip, bits, size))}/${bits}`
  const sent = JSON.stringify(text)
  const isPlain = isStrict(text) && !(isIpv4(ip) && text.includes(':'))
  const warnings = [
    ...(formatIp(ip) === formatIp(maskIp(ip, bits, size))
      ? []
      : [
          `${path}: CIDR value ${sent} is ambiguous in this context (should be ${JSON.stringify(network)} or ${JSON.stringify(`${formatIp(ip)}/${size}`)}?)`,
        ]),
    ...(isPlain
      ? []
      : [
          `${path}: non-standard CIDR value ${sent} will be considered invalid in a future Orch release: use ${JSON.stringify(network)}`,
        ]),
  ]
  if (warnings.length > 0 || isIpv4(ip) || network === text) return warnings
  return [`${path}: IPv6 CIDR value ${sent} should be in RFC 5952 canonical format (${JSON.stringify(network)})`]
}

/** Validates an address of one family. The reference reports a wrong family at the list. */
export function validateIpOfFamily(text: string, family: 'IPv4' | 'IPv6', path: FieldPath): readonly FieldError[] {
  const errors = validateIp(text, path)
  if (errors.length > 0 || isIpv6(text) === (family === 'IPv6')) return errors
  return [invalid(path.replace(/\[[0-9]+\]$/, ''), text, `must be an ${family} address`)]
}
