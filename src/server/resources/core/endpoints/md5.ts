const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const sines = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) >>> 0)
const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

interface Step {
  readonly mixed: number
  readonly word: number
}

/** One of 64 steps: how three words mix, and which word of the block goes in. */
function stepAt(at: number, [b, c, d]: readonly [number, number, number]): Step {
  if (at < 16) return { mixed: (b & c) | (~b & d), word: at }
  if (at < 32) return { mixed: (d & b) | (~d & c), word: (5 * at + 1) % 16 }
  if (at < 48) return { mixed: b ^ c ^ d, word: (3 * at + 5) % 16 }
  return { mixed: c ^ (b | ~d), word: (7 * at) % 16 }
}

type State = readonly [number, number, number, number]

function addBlock(state: State, block: DataView): State {
  let [a, b, c, d] = state
  for (let at = 0; at < 64; at += 1) {
    const { mixed, word } = stepAt(at, [b, c, d])
    const sum = (a + mixed + (sines[at] ?? 0) + block.getUint32(word * 4, true)) | 0
    const shift = shifts[Math.floor(at / 16) * 4 + (at % 4)] ?? 0
    ;[a, b, c, d] = [d, (b + rotate(sum, shift)) | 0, b, c]
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0]
}

/** MD5 of the UTF-8 bytes of a text in 32 hexadecimal digits (RFC 1321). It orders things here and keeps no secret. */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, true)
  let state: State = [0x6745_2301, 0xefcd_ab89 | 0, 0x98ba_dcfe | 0, 0x1032_5476]
  for (let at = 0; at < padded.length; at += 64) state = addBlock(state, new DataView(padded.buffer, at, 64))
  const digest = new DataView(new ArrayBuffer(16))
  for (const [at, word] of state.entries()) digest.setInt32(at * 4, word, true)
  return Array.from({ length: 16 }, (_, at) => digest.getUint8(at).toString(16).padStart(2, '0')).join('')
}
