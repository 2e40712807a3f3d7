import { expect, test } from 'vitest'
import { toRevision } from '#api/revision.ts'
import { seededRandom } from '#api/seeded-random.ts'
import { type LogEntry, StorageError } from './log.ts'
import {
  chainSegments,
  packSegment,
  type PackedSegment,
  packSegments,
  type Segment,
  unpackSegments,
} from './segment.ts'

const wide = { entriesMax: 256, bytesMax: 192 * 1024 }

function makeEntries(random: (below: number) => number, after: number, count: number): LogEntry[] {
  return Array.from({ length: count }, (_, i): LogEntry => {
    const revision = toRevision(after + 1 + i)
    const cause = revision > 1 && random(3) === 0 ? { cause: toRevision(1 + random(revision - 1)) } : {}
    return {
      revision,
      key: `/registry/${'é"\\\n/a'.slice(random(4))}/${random(1000)}`,
      value: random(5) === 0 ? null : Uint8Array.from({ length: random(300) }, () => random(256)),
      created: toRevision(1 + random(revision)),
      previous: random(2) === 0 || revision === 1 ? 0 : toRevision(1 + random(revision - 1)),
      timeMs: 1_700_000_000_000 + random(5000),
      author: { actor: `user-${random(3)}`, verb: 'update', manager: `m"${random(3)}`, ...cause },
    }
  })
}

const place = (revision: number) => (revision === 0 ? 0 : toRevision(revision))
const segmentOf = (entries: LogEntry[], after: number, previous = after): Segment => ({
  after: place(after),
  previous: place(previous),
  entries,
})
const unpackPart = (part: PackedSegment) => unpackSegments(part.bytes)
const plain = (entries: readonly LogEntry[]) =>
  entries.map((entry) => ({ ...entry, value: entry.value && [...entry.value] }))

test('[DK1] random entries round-trip through segments', () => {
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  for (let round = 0; round < 20; round += 1) {
    const after = random(1000)
    const entries = makeEntries(random, after, 1 + random(400))
    const limits = { entriesMax: 1 + random(300), bytesMax: 1 + random(20_000) }
    const packed = packSegments(segmentOf(entries, after), limits)
    const joined = Uint8Array.from(packed.flatMap((part) => [...part.bytes]))
    for (const part of packed) expect(part.bytes.buffer.byteLength, `seed ${seed}`).toBe(part.bytes.byteLength)
    const back = chainSegments(unpackSegments(joined), place(after))
    expect(plain(back), `seed ${seed} round ${round}`).toEqual(plain(entries))
  }
})

test('[DK2] a segment that is truncated or has a changed framing byte is refused or reads differently, and never crashes', () => {
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const packed = packSegment(segmentOf(makeEntries(random, 0, 20), 0))
  for (let round = 0; round < 300; round += 1) {
    const cut = packed.slice(0, random(packed.length - 1) + 1)
    expect(() => unpackSegments(cut), `seed ${seed} cut at ${cut.length}`).toThrow(StorageError)
    const broken = packed.slice()
    broken[random(packed.length)] = random(256)
    try {
      unpackSegments(broken)
    } catch (error) {
      expect(error, `seed ${seed} round ${round}`).toBeInstanceOf(StorageError)
    }
  }
})

test('[DK2] bytes after the last segment are refused', () => {
  const packed = packSegment(segmentOf(makeEntries(seededRandom(1), 0, 3), 0))

  expect(() => unpackSegments(Uint8Array.from([...packed, 0]))).toThrow(/length is cut off/)
  expect(() => unpackSegments(Uint8Array.from([...packed, 0, 0, 0, 2, 0x7b, 0x7d]))).toThrow(/not one of this format/)
})

test('[DK3] a missing, duplicated or swapped segment is detected', () => {
  const entries = makeEntries(seededRandom(2), 0, 30)
  const parts = packSegments(segmentOf(entries, 0), { ...wide, entriesMax: 10 }).flatMap(unpackPart)
  const [one, two, three] = parts as [Segment, Segment, Segment]

  expect(chainSegments(parts, 0).length).toBe(30)
  for (const wrong of [
    [two, three],
    [one, three],
    [one, one, two],
    [one, two, two],
    [two, one, three],
  ]) {
    expect(() => chainSegments(wrong, 0)).toThrow(StorageError)
  }
})

test('[DK3] entries that a snapshot covers are omitted; a segment across its revision is read from there on', () => {
  const entries = makeEntries(seededRandom(3), 0, 30)
  const [, two, three] = packSegments(segmentOf(entries, 0), { ...wide, entriesMax: 10 }).flatMap(unpackPart) as [
    Segment,
    Segment,
    Segment,
  ]

  expect(chainSegments([two, three], toRevision(15)).map((entry) => entry.revision)[0]).toBe(16)
  expect(chainSegments([two, three], toRevision(30))).toEqual([])
  expect(() => chainSegments([three], toRevision(15))).toThrow(/after 15 are missing/)
})

test('[DK3] a revision that compaction skipped is not a gap', () => {
  const first = segmentOf(makeEntries(seededRandom(4), 0, 5), 0)
  const second = segmentOf(makeEntries(seededRandom(5), 6, 5), 6, 5)

  expect(chainSegments([first, second], 0).map((entry) => entry.revision)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 11])
})

test('[DK1] entries with gaps between their revisions, as those of a branch, round-trip in one group', () => {
  const random = seededRandom(6)
  const entries = [...makeEntries(random, 4, 3), ...makeEntries(random, 19, 1), ...makeEntries(random, 30, 5)]
  const parts = packSegments(segmentOf(entries, 0), wide)

  expect(parts.map(({ first, last }) => [first, last])).toEqual([
    [5, 7],
    [20, 20],
    [31, 35],
  ])
  const segments = parts.flatMap(unpackPart)
  expect(plain(chainSegments(segments, 0))).toEqual(plain(entries))
  expect(() => chainSegments(segments.toSpliced(1, 1), 0)).toThrow(/after 7 are missing/)
})
