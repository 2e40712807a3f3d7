type Bytes = Uint8Array<ArrayBuffer>

const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const
const sines = Array.from({ length: 64 }, (_, at) => Math.floor(2 ** 32 * Math.abs(Math.sin(at + 1))))

/** The position in a block that a step reads, by the rounds of RFC 1321. */
const places = [
  (step: number) => step,
  (step: number) => (5 * step + 1) % 16,
  (step: number) => (3 * step + 5) % 16,
  (step: number) => (7 * step) % 16,
] as const

const mixes = [
  (b: number, c: number, d: number) => (b & c) | (~b & d),
  (b: number, c: number, d: number) => (d & b) | (~d & c),
  (b: number, c: number, d: number) => b ^ c ^ d,
  (b: number, c: number, d: number) => c ^ (b | ~d),
] as const

/** Pads a message with a bit, zeros and its length in bits to blocks of 64 bytes. */
function padded(message: Bytes): DataView {
  const length = ((message.length + 8) >> 6) * 64 + 64
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(length - 8, message.length * 8, true)
  return view
}

type Sums = readonly [number, number, number, number]

/** Returns the sums after one of the 64 steps over a block. */
function stepOf([a, b, c, d]: Sums, view: DataView, at: number, step: number): Sums {
  const round = step >> 4
  const place = places[round]?.(step) ?? 0
  const mixed = (mixes[round]?.(b, c, d) ?? 0) + a + (sines[step] ?? 0) + view.getUint32(at + 4 * place, true)
  const by = shifts[round]?.[step % 4] ?? 0
  return [d, (b + ((mixed << by) | (mixed >>> (32 - by)))) | 0, b, c]
}

/** The MD5 of a message, for the order in which some lists are sorted; it protects nothing. */
export function md5(message: Bytes): Bytes {
  const view = padded(message)
  let sums: Sums = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < view.byteLength; at += 64) {
    let next = sums
    for (let step = 0; step < 64; step += 1) next = stepOf(next, view, at, step)
    const [a, b, c, d] = next
    sums = [(sums[0] + a) | 0, (sums[1] + b) | 0, (sums[2] + c) | 0, (sums[3] + d) | 0]
  }
  const digest = new Uint8Array(16)
  const out = new DataView(digest.buffer)
  for (const [index, each] of sums.entries()) out.setUint32(4 * index, each, true)
  return digest
}
