import { expect, test } from 'vitest'
import type { Revision } from '#api/revision.ts'
import { keyAfter } from '#server/storage/keys.ts'
import type { LogEntry } from '#server/storage/log.ts'
import { Versions } from './versions.ts'

test('[ST33] the remaining items of a paged list are counted once, and correctly for every page of its snapshot', () => {
  const versions = new Versions()
  const entry = (key: string, revision: number, value: Uint8Array | null = new Uint8Array(1)): LogEntry => ({
    revision: revision as Revision,
    key,
    value,
    created: revision as Revision,
    previous: 0,
    timeMs: 0,
    author: { actor: '', verb: '', manager: '' },
  })
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
