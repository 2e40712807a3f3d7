import { expect, test } from 'vitest'
import { seededRandom } from '#api/seeded-random.ts'
import type { Revision } from '#api/revision.ts'
import { keyAfter } from '#server/storage/keys.ts'
import type { LogEntry } from '#server/storage/log.ts'
import { Versions } from './versions.ts'

const entry = (key: string, revision: number, value: Uint8Array | null = new Uint8Array(1)): LogEntry => ({
  revision: revision as Revision,
  key,
  value,
  created: revision as Revision,
  previous: 0,
  timeMs: 0,
  author: { actor: '', verb: '', manager: '' },
})

test('[ST33] the remaining items of a paged list are counted once, and correctly for every page of its snapshot', () => {
  const versions = new Versions()
  for (let at = 0; at < 50; at += 1) versions.add(entry(`/a/${String(at).padStart(2, '0')}`, at + 1))

  let start = '/a/'
  for (const [page, expected] of [38, 26, 14, 2, 0].entries()) {
    const { entries, remaining } = versions.page({ start, end: '/b', revision: 50, limit: 12 })
    expect(remaining).toBe(expected)
    start = keyAfter(entries.at(-1)?.key ?? '')
    // Concurrent writes have other revisions.
    versions.add(entry(`/a/${page}0`, 51 + page, page % 2 === 0 ? null : new Uint8Array(1)))
  }
})

test('[ST33] the remaining items of the newest state are those of a whole list, among deleted, forgotten and recreated keys', () => {
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const text = new Uint8Array(1)
  const filled = Array.from({ length: 800 }, (_, at) => entry(`/a/${at}`, at + 1, at % 3 === 0 ? null : text))
  const versions = new Versions()
  versions.fill(filled, [])
  for (let revision = 801; revision < 2_800; revision += 1) {
    const key = `/a/${random(1_500)}`
    const isLive = (versions.newest(key)?.value ?? null) !== null
    versions.add(entry(key, revision, isLive ? null : text))
    if (random(4) === 0) versions.forget(`/a/${random(1_500)}`, revision)
    if (revision % 50 !== 0) continue
    const range = { start: `/a/${random(1_500)}`, end: '/b', revision }
    const whole = versions.page({ ...range, limit: 0 }).entries
    const limit = 1 + random(300)
    const page = versions.page({ ...range, limit })
    expect(page.entries, `seed ${seed}`).toEqual(whole.slice(0, limit))
    expect(page.remaining, `seed ${seed}`).toBe(Math.max(0, whole.length - limit))
  }
})
