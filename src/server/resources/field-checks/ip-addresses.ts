import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'

const octet = /^[0-9]{1,3}$/

/** Four numbers up to 255; leading zeros pass, as in the reference's lenient reading. */
const isIpv4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255)
}

/** Groups of hex digits with one run of zeros left out, the last two perhaps as an IPv4 address. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2 || !text.includes(':')) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const hasIpv4 = last.includes('.') && !text.endsWith('::')
  if (hasIpv4 && !isIpv4(last)) return false
  const hex = hasIpv4 ? groups.slice(0, -1) : groups
  const count = hex.length + (hasIpv4 ? 2 : 0)
  return hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) && (halves.length === 2 ? count < 8 : count === 8)
}

export const validateIp = (text: string, path: FieldPath): readonly FieldError[] =>
  isIpv4(text) || isIpv6(text)
    ? []
    : [invalid(path, text, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]
