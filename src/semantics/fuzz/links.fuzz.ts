import fc from 'fast-check'
import { expect } from 'vitest'
import { fileOf, linkOf, readLink, readMomentFile, type ReadMoment } from '#share/link.ts'
import { deflate } from '#share/inflate.ts'
import { toBase64Url } from '#share/base64url.ts'
import { keptMoment, laterMoment, sampleMoment } from '#testing/sample-moment.ts'
import { search } from './fuzz.ts'

const links = [linkOf(keptMoment()), linkOf(laterMoment()), linkOf(sampleMoment(12))]
const files = [fileOf(keptMoment()), fileOf(laterMoment()), fileOf(sampleMoment(12))]

interface Change {
  /** Between 0 and 1. */
  readonly at: number
  readonly type: 'cut' | 'replace' | 'insert' | 'remove' | 'repeat'
  readonly text: string
  readonly count: number
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  type: fc.constantFrom<Change['type'][]>('cut', 'replace', 'insert', 'remove', 'repeat'),
  text: fc.string({ maxLength: 4 }),
  count: fc.integer({ min: 1, max: 40 }),
})
const changes = fc.array(change, { minLength: 1, maxLength: 6 })

function mutate(text: string, list: readonly Change[]): string {
  let mutated = text
  for (const { at, type, text: added, count } of list) {
    const place = Math.floor(at * mutated.length)
    const [before, after] = [mutated.slice(0, place), mutated.slice(place)]
    if (type === 'cut') mutated = before
    else if (type === 'replace') mutated = before + added + after.slice(added.length)
    else if (type === 'insert') mutated = before + added + after
    else if (type === 'remove') mutated = before + after.slice(count)
    else mutated = before + after.slice(0, count).repeat(3) + after.slice(count)
  }
  return mutated
}

/** Everything that is read has the form of a moment, and missing parts are reported. */
function check({ shared, problem }: ReadMoment): void {
  if (shared === null) return expect(problem?.words).toMatch(/\.$/)
  const { entries, revision, compacted } = shared.moment
  expect(revision).toBeGreaterThanOrEqual(Math.max(1, compacted))
  let last = 0
  for (const entry of entries) {
    expect(entry.revision).toBeGreaterThan(last)
    last = entry.revision
    if (entry.value !== null) JSON.parse(entry.value)
  }
}

const hundredThousand = 100_000

search(
  'mutated links are read or refused, and never break the page',
  fc.tuple(fc.constantFrom(...links), changes),
  ([link, list]) => check(readLink(mutate(link, list))),
  hundredThousand,
)

search(
  'mutated documents behind a valid compression are read or refused',
  fc.tuple(fc.constantFrom(...files), changes),
  ([file, list]) => {
    const text = mutate(`{${file.slice(file.indexOf(',') + 1)}`, list)
    check(readLink(`#l=1.${toBase64Url(deflate(new TextEncoder().encode(text)))}`))
  },
  hundredThousand,
)

search(
  'mutated files are read or refused',
  fc.tuple(fc.constantFrom(...files), changes),
  ([file, list]) => check(readMomentFile(mutate(file, list))),
  hundredThousand,
)
