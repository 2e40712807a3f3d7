/** The first 32 bits of the fractional parts of `power`-th roots of the first 64 primes. */
function fractions(count: number, power: number): Uint32Array {
  const out: number[] = []
  for (let n = 2; out.length < count; n++) {
    if (isPrime(n)) out.push(((n ** power % 1) * 2 ** 32) | 0)
  }
  return Uint32Array.from(out)
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false
  return true
}

const rounds = fractions(64, 1 / 3)
const start = fractions(8, 1 / 2)

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** SHA-256, for where an answer can't wait: the platform's own is a promise. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const blocks = padded(bytes)
  const state = Uint32Array.from(start)
  for (let at = 0; at < blocks.byteLength; at += 64) addBlock(state, new DataView(blocks.buffer, at, 64))
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, at) => out.setUint32(at * 4, word))
  return new Uint8Array(out.buffer)
}

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array((((bytes.byteLength + 8) >> 6) + 1) << 6)
  out.set(bytes)
  out[bytes.byteLength] = 0x80
  new DataView(out.buffer).setUint32(out.byteLength - 4, bytes.byteLength * 8)
  return out
}

function schedule(block: DataView): Uint32Array {
  const words = new Uint32Array(64)
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(at * 4)
  for (let at = 16; at < 64; at++) {
    const [a, b] = [words[at - 15] ?? 0, words[at - 2] ?? 0]
    const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    words[at] = (words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large
  }
  return words
}

function addBlock(state: Uint32Array, block: DataView): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  schedule(block).forEach((word, at) => {
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (rounds[at] ?? 0) + word
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  })
  ;[a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at] ?? 0) + word))
}
