// Makes the kept pictures of e2e/pictures.spec.ts small: at most 256 colours, and the best compression. The loss is far below
// what the comparison of a pixel allows.
// Run after `--update-snapshots`. Handles what Playwright writes: 8 bits per channel, RGB or RGBA, not interlaced.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const folder = fileURLToPath(new URL('./', import.meta.url))
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns the chunks of a PNG file. */
function chunksOf(file) {
  const chunks = []
  for (let at = signature.length; at < file.length;) {
    const length = file.readUInt32BE(at)
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function paeth(left, up, corner) {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** The prediction of each filter type from the left, upper and upper left byte. */
const predictions = [() => 0, (left) => left, (_, up) => up, (left, up) => (left + up) >> 1, paeth]

/** Calls `each` with the place of every byte of a row, its offset in the row, and what a filter type predicts for it. */
function eachByte({ pixels, stride, step }, row, type, each) {
  const predict = predictions[type]
  for (let x = 0; x < stride; x += 1) {
    const at = row * stride + x
    const left = x < step ? 0 : pixels[at - step]
    const up = row === 0 ? 0 : pixels[at - stride]
    each(at, x, predict(left, up, x < step || row === 0 ? 0 : pixels[at - stride - step]))
  }
}

/** Returns the picture's bytes without filters. */
function unfiltered(data, { width, height, step }) {
  const stride = width * step
  const image = { pixels: Buffer.alloc(stride * height), stride, step }
  for (let row = 0; row < height; row += 1) {
    const start = row * (stride + 1)
    eachByte(image, row, data[start], (at, x, predicted) => {
      image.pixels[at] = data[start + 1 + x] + predicted
    })
  }
  return image
}

/** Returns the rows with one filter type each. */
function filtered(image, height, type) {
  const { stride } = image
  const out = Buffer.alloc((stride + 1) * height)
  for (let row = 0; row < height; row += 1) {
    const start = row * (stride + 1)
    out[start] = type
    eachByte(image, row, type, (at, x, predicted) => {
      out[start + 1 + x] = image.pixels[at] - predicted
    })
  }
  return out
}

/** Returns a picture of opaque RGBA as RGB. */
function withoutAlpha({ pixels, step }, width, height) {
  if (step === 3) return { pixels, stride: width * 3, step }
  const rgb = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) pixels.copy(rgb, at * 3, at * 4, at * 4 + 3)
  return { pixels: rgb, stride: width * 3, step: 3 }
}

const coloursMax = 256

/** Returns how often each colour occurs. */
function colourCounts(image, count) {
  const counts = new Map()
  for (let at = 0; at < count; at += 1) {
    const colour = image.pixels.readUIntBE(at * 3, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return counts
}

const distance = (a, b) => [16, 8, 0].reduce((sum, bits) => sum + (((a >> bits) & 255) - ((b >> bits) & 255)) ** 2, 0)

/** Returns the picture with a palette of its most frequent colours; rare ones become the most similar of these. */
function withPalette(image, count) {
  const counts = colourCounts(image, count)
  const kept = [...counts.keys()].toSorted((a, b) => counts.get(b) - counts.get(a)).slice(0, coloursMax)
  const indexOf = new Map(kept.map((colour, index) => [colour, index]))
  for (const colour of counts.keys()) {
    if (indexOf.has(colour)) continue
    const nearest = kept.reduce((best, each) => (distance(each, colour) < distance(best, colour) ? each : best))
    indexOf.set(colour, kept.indexOf(nearest))
  }
  const indexes = Buffer.alloc(count)
  for (let at = 0; at < count; at += 1) indexes[at] = indexOf.get(image.pixels.readUIntBE(at * 3, 3))
  const palette = Buffer.alloc(kept.length * 3)
  for (const [index, colour] of kept.entries()) palette.writeUIntBE(colour, index * 3, 3)
  return { indexes, palette }
}

/** Returns a smaller file of the same picture. */
function shrunk(file) {
  const chunks = chunksOf(file)
  const head = Buffer.from(chunks.find(({ type }) => type === 'IHDR').data)
  const [width, height, depth, colour, interlace] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head[8],
    head[9],
    head[12],
  ]
  if (depth !== 8 || ![2, 6].includes(colour) || interlace !== 0) return file
  const data = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((each) => each.data)))
  const rgb = withoutAlpha(unfiltered(data, { width, height, step: colour === 6 ? 4 : 3 }), width, height)
  const { indexes, palette } = withPalette(rgb, width * height)
  head[9] = 3
  const image = { pixels: indexes, stride: width, step: 1 }
  const packed = predictions
    .map((_, type) => deflateSync(filtered(image, height, type), { level: 9, memLevel: 9 }))
    .toSorted((a, b) => a.length - b.length)[0]
  const parts = [chunk('IHDR', head), chunk('PLTE', palette), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]
  const small = Buffer.concat([signature, ...parts])
  return small.length < file.length ? small : file
}

let total = 0
for (const name of readdirSync(folder).filter((each) => each.endsWith('.png'))) {
  const file = readFileSync(join(folder, name))
  const small = shrunk(file)
  if (small !== file) writeFileSync(join(folder, name), small)
  total += small.length
}
process.stdout.write(`${(total / 1e6).toFixed(2)} MB in all\n`)
