import { Inflate, zlibSync } from 'fflate'
import { dictionaryText } from './dictionary-1.ts'

/**
 * Text that links of version 1 need not repeat: the sample cluster as it was when the version was made. Never changed,
 * because links of that version are read with it.
 */
const dictionary = new TextEncoder().encode(dictionaryText)

/** Compresses to zlib's format with a preset dictionary (RFC 1950). */
export const deflate = (bytes: Uint8Array): Uint8Array => zlibSync(bytes, { level: 9, dictionary })

export interface Inflated {
  readonly bytes: Uint8Array
  /** False if the input is damaged or ends early; `bytes` is what could be read before that. */
  readonly isWhole: boolean
  /** True if there is more than the limit. */
  readonly isCut: boolean
}

/** A slice of input inflates to at most 1032 times its size, so that the limit is exceeded only slightly. */
const SLICE_BYTES = 256

/** Inflates zlib's format until the input ends or more than `bytesMax` bytes are there. Never throws. [SH2] */
export function inflate(input: Uint8Array, bytesMax: number): Inflated {
  const [first = 0, second = 0] = input
  const nothing = { bytes: new Uint8Array(0), isWhole: false, isCut: false }
  if ((first & 0x0f) !== 8 || ((first << 8) | second) % 31 !== 0) return nothing
  const chunks: Uint8Array[] = []
  let length = 0
  const hasDictionary = (second & 0x20) !== 0
  const stream = new Inflate(hasDictionary ? { dictionary } : {}, (chunk) => {
    chunks.push(chunk)
    length += chunk.length
  })
  // The checksum of the dictionary, if there is one, follows the header.
  const start = hasDictionary ? 6 : 2
  pushWhole(stream, input.subarray(start), () => length <= bytesMax)
  const bytes = joined(chunks, Math.min(length, bytesMax))
  const isCut = length > bytesMax
  return { bytes, isCut, isWhole: !isCut && adler32(bytes) === checksumOf(input) }
}

/** Feeds a stream until its input ends, is damaged, or `goesOn` returns false. */
function pushWhole(stream: Inflate, input: Uint8Array, goesOn: () => boolean): void {
  try {
    for (let at = 0; at < input.length && goesOn(); at += SLICE_BYTES) stream.push(input.subarray(at, at + SLICE_BYTES))
  } catch (error) {
    // The library reports damaged input by errors with a code.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, length - at), at)
    at += Math.min(chunk.length, length - at)
  }
  return bytes
}

const checksumOf = (input: Uint8Array): number =>
  input.length < 6 ? -1 : new DataView(input.buffer, input.byteOffset + input.length - 4, 4).getUint32(0)

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return ((b << 16) | a) >>> 0
}
