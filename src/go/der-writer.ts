import { derTypes } from './der.ts'

type Bytes = Uint8Array<ArrayBuffer>

export function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A DER value with this identifier byte, around its parts. */
export function writeDer(identifier: number, ...parts: readonly Uint8Array[]): Bytes {
  const content = joinBytes(...parts)
  return joinBytes(new Uint8Array([identifier, ...lengthBytes(content.length)]), content)
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const digits: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return [0x80 + digits.length, ...digits]
}

export const writeSequence = (...parts: readonly Uint8Array[]): Bytes => writeDer(derTypes.sequence, ...parts)

/** A non-negative integer from its bytes. */
export function writeInteger(bytes: Uint8Array): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? new Uint8Array(1) : bytes.slice(first)
  const isHigh = (digits[0] ?? 0) > 0x7f
  return writeDer(derTypes.integer, ...(isHigh ? [new Uint8Array(1)] : []), digits)
}

/** `1.2.840.10045.4.3.2` */
export function writeOid(text: string): Bytes {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const groups = [first * 40 + second, ...rest].flatMap((number) => {
    const digits = [number % 128]
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) + 128)
    return digits
  })
  return writeDer(derTypes.objectIdentifier, new Uint8Array(groups))
}

/** A bit string of whole bytes. */
export const writeBitString = (bytes: Uint8Array): Bytes => writeDer(derTypes.bitString, new Uint8Array(1), bytes)

/** The time in two-digit years up to 2049, in four-digit ones from then on, as X.509 wants it. */
export function writeTime(ms: number): Bytes {
  const text = new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '')
  const isShort = Number(text.slice(0, 4)) < 2050
  const bytes = new TextEncoder().encode(isShort ? text.slice(2) : text)
  return writeDer(isShort ? derTypes.utcTime : derTypes.generalizedTime, bytes)
}
