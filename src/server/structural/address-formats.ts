/** Reports whether text is one number of a dotted address; leading zeros are accepted. */
const isOctet = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= 255

const isDotted = (text: string): boolean => {
  const octets = text.split('.')
  return octets.length === 4 && octets.every(isOctet)
}

/** Reports whether text is an IPv6 address by Go's rules: the end may be dotted, a zone is not allowed. */
function isColoned(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0 || !text.includes(':')) return false
  const before = groupsOf(head, tail === undefined)
  if (tail === undefined) return before === 8
  const after = groupsOf(tail, true)
  return before !== null && after !== null && before + after < 8
}

/** Returns the number of 16-bit groups of a text without `::`, null if one is invalid. */
function groupsOf(text: string, mayEndDotted: boolean): number | null {
  if (text === '') return 0
  const groups = text.split(':')
  const last = groups.at(-1) ?? ''
  const isDottedEnd = mayEndDotted && last.includes('.')
  if (isDottedEnd && !isDotted(last)) return null
  const plain = isDottedEnd ? groups.slice(0, -1) : groups
  return plain.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) ? plain.length + (isDottedEnd ? 2 : 0) : null
}

const isIp = (text: string): boolean => (text.includes(':') ? isColoned(text) : isDotted(text))

/** Reports whether text is an address with a dot; this includes an IPv6 address with a dotted end. */
export const isIpv4 = (text: string): boolean => text.includes('.') && isIp(text)
export const isIpv6 = (text: string): boolean => text.includes(':') && isColoned(text)

export function isCidr(text: string): boolean {
  const slash = text.indexOf('/')
  if (slash < 0) return false
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)]
  return /^\d+$/.test(bits) && isIp(address) && Number(bits) <= (address.includes(':') ? 128 : 32)
}

const macBytes = new Set([6, 8, 20])

/**
 * Reports whether text is a hardware address of 6, 8 or 20 bytes: `00:00:5e:00:53:01`, with dashes, or
 * `0000.5e00.5301`.
 */
export function isMac(text: string): boolean {
  const separator = [':', '-'].find((each) => text[2] === each) ?? '.'
  const [width, parts] = [separator === '.' ? 4 : 2, text.split(separator)]
  const isHex = parts.every((part) => part.length === width && /^[0-9a-fA-F]+$/.test(part))
  return isHex && macBytes.has((parts.length * width) / 2)
}
