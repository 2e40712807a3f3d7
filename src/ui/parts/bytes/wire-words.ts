import type { WireNode } from '#ui/exchange/decode-bytes.ts'
import type { FieldSpan } from './spans.ts'

/** A field of a message: the bytes before its value, and what they say. */
export interface WireWord {
  readonly start: number
  /** The tag, and the length of a value that has one: `0a 03`. */
  readonly head: string
  readonly words: string
  readonly value: string
}

/** The wire type of values that follow their length. */
const WITH_LENGTH = 2
const WORDS_MAX = 6

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')

/** Returns the offset after a number of variable length: each byte but the last has its highest bit set. */
function afterNumber(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) >= 0x80) at += 1
  return at + 1
}

/** Decodes the bytes of a field, and of the fields inside of it, at most six. [BY6] */
export function wireWords(
  bytes: Uint8Array,
  nodes: readonly WireNode[],
  { start, end }: FieldSpan,
): readonly WireWord[] {
  return nodes
    .filter((node) => node.number > 0 && node.start >= start && node.end <= end)
    .slice(0, WORDS_MAX)
    .map((node) => {
      const tagEnd = afterNumber(bytes, node.start)
      const hasLength = ((bytes[node.start] ?? 0) & 7) === WITH_LENGTH
      const valueStart = hasLength ? afterNumber(bytes, tagEnd) : tagEnd
      const size = node.end - valueStart
      const length = hasLength ? `, ${size} ${size === 1 ? 'byte' : 'bytes'}` : ''
      return {
        start: node.start,
        head: hexOf(bytes.subarray(node.start, valueStart)),
        words: `field ${node.number}, ${node.name}${length}`,
        value: node.text,
      }
    })
}

/** The bytes as ASCII: `·` for those that are no printable character. */
export const asciiOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '·')).join('')
