import { AddressError, addressText, type IpAddress, isMapped, parseAddress } from '#go/address.ts'
import { quoteGo } from '#go/quote.ts'
import { CelFailure, CelOpaque, isFailure, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { celTypes, type CelType } from '#cel/cel-type.ts'
import { fn, noSuchOverload, overload, text, type CelFunction, type Library } from './declare.ts'
import { maskAddress, sharesPrefix } from './ip-prefix.ts'

const IP = 'net.IP'
const CIDR = 'net.CIDR'
const ipType = celTypes.opaque(IP)
const cidrType = celTypes.opaque(CIDR)

export class CelIp extends CelOpaque {
  readonly type: CelType = ipType
  readonly address: IpAddress
  constructor(address: IpAddress) {
    super()
    this.address = address
  }
  override get size(): number {
    return this.address.bytes.length
  }
  equals(other: CelOpaque): boolean {
    return other instanceof CelIp && addressText(this.address) === addressText(other.address)
  }
  override toString(): string {
    return addressText(this.address)
  }
}

/** An IP address and its prefix length. */
export class CelCidr extends CelOpaque {
  readonly type: CelType = cidrType
  readonly address: IpAddress
  readonly bits: number
  constructor(address: IpAddress, bits: number) {
    super()
    this.address = address
    this.bits = bits
  }
  override get size(): number {
    return Math.ceil(this.bits / 8)
  }
  equals(other: CelOpaque): boolean {
    return other instanceof CelCidr && this.toString() === other.toString()
  }
  override toString(): string {
    return `${addressText(this.address)}/${this.bits}`
  }
}

function parseIp(value: string): CelOutcome {
  try {
    const address = parseAddress(value)
    if (address.zone !== '') return new CelFailure(`IP address ${quoteGo(value)} with zone value is not allowed`)
    if (isMapped(address)) return new CelFailure(`IPv4-mapped IPv6 address ${quoteGo(value)} is not allowed`)
    return new CelIp(address)
  } catch (error) {
    if (error instanceof AddressError)
      return new CelFailure(`IP Address ${quoteGo(value)} parse error during conversion from string: ${error.message}`)
    throw error
  }
}

const failPrefix = 'network address parse error during conversion from string: '

function parseCidr(value: string): CelOutcome {
  const fail = (why: string): CelFailure =>
    new CelFailure(`${failPrefix}${failPrefix}netip.ParsePrefix(${quoteGo(value)}): ${why}`)
  const slash = value.lastIndexOf('/')
  if (slash < 0) return fail("no '/'")
  let address: IpAddress
  try {
    address = parseAddress(value.slice(0, slash))
  } catch (error) {
    if (error instanceof AddressError) return fail(error.message)
    throw error
  }
  if (address.zone !== '') return fail('IPv6 zones cannot be present in a prefix')
  const bits = value.slice(slash + 1)
  if (!/^(0|[1-9]\d*)$/.test(bits)) return fail(`bad bits after slash: ${quoteGo(bits)}`)
  if (Number(bits) > address.bytes.length * 8) return fail('prefix length out of range')
  if (isMapped(address)) return new CelFailure(`${failPrefix}IPv4-mapped IPv6 address ${quoteGo(value)} is not allowed`)
  return new CelCidr(address, Number(bits))
}

const ofIp = (value: CelValue | undefined, use: (address: IpAddress) => CelOutcome): CelOutcome =>
  value instanceof CelIp ? use(value.address) : noSuchOverload
const ofCidr = (value: CelValue | undefined, use: (cidr: CelCidr) => CelOutcome): CelOutcome =>
  value instanceof CelCidr ? use(value) : noSuchOverload

const startsWith = ({ bytes }: IpAddress, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte)
const isFour = ({ bytes }: IpAddress): boolean => bytes.length === 4
const isZero = ({ bytes }: IpAddress): boolean => bytes.every((byte) => byte === 0)
const isLoopback = (a: IpAddress): boolean => (isFour(a) ? a.bytes[0] === 127 : addressText(a) === '::1')
const isMulticast = (a: IpAddress): boolean => (isFour(a) ? ((a.bytes[0] ?? 0) & 0xf0) === 0xe0 : a.bytes[0] === 0xff)
const isLinkLocal = (a: IpAddress): boolean =>
  isFour(a) ? startsWith(a, [169, 254]) : a.bytes[0] === 0xfe && ((a.bytes[1] ?? 0) & 0xc0) === 0x80
const isLinkLocalMulticast = (a: IpAddress): boolean =>
  isFour(a) ? startsWith(a, [224, 0, 0]) : a.bytes[0] === 0xff && ((a.bytes[1] ?? 0) & 0x0f) === 2
const isGlobal = (a: IpAddress): boolean =>
  !isZero(a) && addressText(a) !== '255.255.255.255' && !isLoopback(a) && !isMulticast(a) && !isLinkLocal(a)

const test = (name: string, id: string, holds: (address: IpAddress) => boolean): CelFunction =>
  fn(
    name,
    overload(id, `${IP}.() bool`, (value) => ofIp(value, holds)),
  )

const containsIp = (cidr: CelValue | undefined, ip: CelOutcome | undefined): CelOutcome => {
  if (ip === undefined) return noSuchOverload
  if (isFailure(ip)) return ip
  return ofCidr(cidr, (net) => ofIp(ip, (address) => sharesPrefix(net.address, address, net.bits)))
}

const containsCidr = (cidr: CelValue | undefined, other: CelOutcome | undefined): CelOutcome => {
  if (other === undefined) return noSuchOverload
  if (isFailure(other)) return other
  return ofCidr(cidr, (net) =>
    ofCidr(other, (inner) => net.bits <= inner.bits && sharesPrefix(net.address, inner.address, net.bits)),
  )
}

/** IP addresses and CIDRs. */
export const addressLibrary: Library = [
  fn(
    'ip',
    overload('string_to_ip', `(string) ${IP}`, (a) => parseIp(text(a))),
    overload('cidr_ip', `${CIDR}.() ${IP}`, (a) => ofCidr(a, ({ address }) => new CelIp(address))),
  ),
  fn(
    'isIP',
    overload('is_ip', '(string) bool', (a) => parseIp(text(a)) instanceof CelIp),
  ),
  fn(
    'ip.isCanonical',
    overload('ip_is_canonical', '(string) bool', (a) => {
      const ip = parseIp(text(a))
      return ip instanceof CelIp ? ip.toString() === a : ip
    }),
  ),
  fn(
    'family',
    overload('ip_family', `${IP}.() int`, (a) => ofIp(a, (address) => (isFour(address) ? 4n : 6n))),
  ),
  test('isUnspecified', 'ip_is_unspecified', isZero),
  test('isLoopback', 'ip_is_loopback', isLoopback),
  test('isLinkLocalMulticast', 'ip_is_link_local_multicast', isLinkLocalMulticast),
  test('isLinkLocalUnicast', 'ip_is_link_local_unicast', isLinkLocal),
  test('isGlobalUnicast', 'ip_is_global_unicast', isGlobal),
  fn(
    'string',
    overload('ip_to_string', `(${IP}) string`, (a) => ofIp(a, addressText)),
    overload('cidr_to_string', `(${CIDR}) string`, (a) => ofCidr(a, String)),
  ),
  fn(
    'cidr',
    overload('string_to_cidr', `(string) ${CIDR}`, (a) => parseCidr(text(a))),
  ),
  fn(
    'isCIDR',
    overload('is_cidr', '(string) bool', (a) => parseCidr(text(a)) instanceof CelCidr),
  ),
  fn(
    'containsIP',
    overload('cidr_contains_ip_string', `${CIDR}.(string) bool`, (a, b) => containsIp(a, parseIp(text(b)))),
    overload('cidr_contains_ip_ip', `${CIDR}.(${IP}) bool`, containsIp),
  ),
  fn(
    'containsCIDR',
    overload('cidr_contains_cidr_string', `${CIDR}.(string) bool`, (a, b) => containsCidr(a, parseCidr(text(b)))),
    overload('cidr_contains_cidr', `${CIDR}.(${CIDR}) bool`, containsCidr),
  ),
  fn(
    'prefixLength',
    overload('cidr_prefix_length', `${CIDR}.() int`, (a) => ofCidr(a, ({ bits }) => BigInt(bits))),
  ),
  fn(
    'masked',
    overload('cidr_masked', `${CIDR}.() ${CIDR}`, (a) =>
      ofCidr(a, ({ address, bits }) => new CelCidr(maskAddress(address, bits), bits)),
    ),
  ),
]
