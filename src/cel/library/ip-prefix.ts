import type { IpAddress } from '#go/address.ts'

/** Reports whether the first `bits` bits of both are equal. Addresses of different families have no common prefix. */
export function sharesPrefix(a: IpAddress, b: IpAddress, bits: number): boolean {
  if (a.bytes.length !== b.bytes.length) return false
  return a.bytes.every((byte, i) => {
    const mask = maskOf(bits - i * 8)
    return (byte & mask) === ((b.bytes[i] ?? 0) & mask)
  })
}

/** The address with all bits after the first `bits` zero. */
export const maskAddress = ({ bytes, zone }: IpAddress, bits: number): IpAddress => ({
  bytes: bytes.map((byte, i) => byte & maskOf(bits - i * 8)),
  zone,
})

const maskOf = (bits: number): number => (bits >= 8 ? 0xff : bits <= 0 ? 0 : (0xff << (8 - bits)) & 0xff)
