/** An address as eight groups of 16 bits; IPv4 is in the last two, after `ffff`, as in the reference. */
export type Ip = readonly number[]

const groupCount = 8

export const isIpv4 = (ip: Ip): boolean => ip.slice(0, 5).every((group) => group === 0) && ip[5] === 0xffff

/** Parses an address of either family, accepting leading zeros in IPv4; `null` for any other text. */
export const parseIp = (text: string): Ip | null => (text.includes(':') ? parseIpv6(text) : parseIpv4(text))

function parseIpv4(text: string): Ip | null {
  const pair = parsePair(text)
  return pair === null ? null : [0, 0, 0, 0, 0, 0xffff, ...pair]
}

function parsePair(text: string): readonly [number, number] | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^[0-9]{1,8}$/.test(part))) return null
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number)
  return Math.max(a, b, c, d) > 255 ? null : [a * 256 + b, c * 256 + d]
}

function parseIpv6(text: string): Ip | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [left, right] = halves.map((half, at) => parseGroups(half, at === halves.length - 1))
  if (left === null || left === undefined || right === null) return null
  if (right === undefined) return left.length === groupCount ? left : null
  const missing = groupCount - left.length - right.length
  return missing < 1 ? null : [...left, ...Array.from({ length: missing }, () => 0), ...right]
}

/** Parses the groups between colons; the last may be written as IPv4. */
function parseGroups(text: string, isEnd: boolean): readonly number[] | null {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [at, part] of parts.entries()) {
    if (isEnd && at === parts.length - 1 && part.includes('.')) {
      const pair = parsePair(part)
      if (pair === null) return null
      groups.push(...pair)
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}

/** Parses `10.0.0.0/8` into the address, the prefix length, and the number of bits of the family. */
export function parsePrefix(text: string): { readonly ip: Ip; readonly bits: number; readonly size: number } | null {
  const slash = text.indexOf('/')
  const ip = parseIp(text.slice(0, Math.max(0, slash)))
  const length = text.slice(slash + 1)
  if (slash < 0 || ip === null || !/^[0-9]{1,8}$/.test(length)) return null
  const size = text.slice(0, slash).includes(':') ? 128 : 32
  const bits = Number(length)
  return bits > size ? null : { ip, bits, size }
}

/** Returns the address with all but the first `bits` of its `size` bits set to zero. */
export function maskIp(ip: Ip, bits: number, size: number): Ip {
  const kept = bits + (128 - size)
  return ip.map((group, at) => {
    const inGroup = Math.min(16, Math.max(0, kept - at * 16))
    return group & (0xffff << (16 - inGroup)) & 0xffff
  })
}

/** Formats an address in canonical form (RFC 5952). */
export function formatIp(ip: Ip): string {
  if (isIpv4(ip)) {
    return ip
      .slice(6)
      .flatMap((group) => [group >>> 8, group & 0xff])
      .join('.')
  }
  const zeros = longestZeros(ip)
  const texts = ip.map((group) => group.toString(16))
  if (zeros.length < 2) return texts.join(':')
  return `${texts.slice(0, zeros.from).join(':')}::${texts.slice(zeros.from + zeros.length).join(':')}`
}

function longestZeros(ip: Ip): { readonly from: number; readonly length: number } {
  let best = { from: 0, length: 0 }
  let from = 0
  for (const [at, group] of ip.entries()) {
    if (group !== 0) from = at + 1
    else if (at + 1 - from > best.length) best = { from, length: at + 1 - from }
  }
  return best
}
