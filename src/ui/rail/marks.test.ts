import { expect, test } from 'vitest'
import { configMapRow } from '#testing/revision-rows.ts'
import type { ContinueTokenInfo, FinishedRequest, RevisionRow } from '#facts/fact.ts'
import { verbColumns } from './columns.ts'
import { placeFlags, type RailFlag } from './flags.ts'
import { deletionSpans, hops, pinLabel, pins, refusals, ticks } from './marks.ts'
import { railScale } from './scale.ts'
import { terminalWrites } from './terminal/terminal-writes.ts'
import { railValueText } from './value-text.ts'

const row = (revision: number, more: Partial<RevisionRow> = {}) =>
  configMapRow(revision, { actor: 'bob', uid: 'u', ...more })
const rows = Array.from({ length: 64 }, (_, at) => row(65 + at))
const scaleFor = (count: number, more: { readonly cursor?: number | null } = {}) =>
  railScale({ width: 1120, count, zoom: 'auto', cursor: null, compacted: 64, firstBefore: 0, ...more })
const scale = scaleFor(64)
const token = (more: Partial<ContinueTokenInfo>) =>
  ({
    revision: 100,
    url: '/api/v1/pods?limit=2',
    pageCount: 2,
    remaining: 1,
    state: 'live',
    actor: 'bob',
    ...more,
  }) as ContinueTokenInfo

test('[RL2] every fifth write has a tick, every tenth its number', () => {
  const found = ticks(rows, scale)
  expect(found.map(({ label }) => label)).toEqual([null, 70, null, 80, null, 90, null, 100, null, 110, null, 120, null])
  expect(found[1]?.x).toBe(scale.x(5))
})

test('[RL1] the thread connects the writes of one object and marks those after the cursor', () => {
  const own = [row(65, { name: 'b' }), row(66), row(67, { name: 'b' }), row(68, { name: 'b' })]
  const object = { resourceId: 'v1.configmaps', namespace: 'shop', name: 'b' }
  const found = hops(own, scaleFor(4), { object, at: 67 })
  expect(found.map(({ ahead }) => ahead)).toEqual([false, true])
  expect(hops(own, scaleFor(4), { object: null, at: null })).toEqual([])
})

test('[RL5] a deletion spans from the request to the removal, with a ring for each removed finalizer', () => {
  const own = [
    row(65, { effect: 'deletion-requested' }),
    row(66),
    row(67, { effect: 'finalizer-removed' }),
    row(68, { effect: 'removed' }),
  ]
  const four = scaleFor(4)
  const [span] = deletionSpans(own, four, null)
  expect([span?.from, span?.released, span?.to]).toEqual([four.x(0), [four.x(2)], four.x(3)])
  const [open] = deletionSpans(own, four, 66)
  expect([open?.released, open?.to]).toEqual([[], null])
  expect(deletionSpans([row(65, { effect: 'removed' })], scaleFor(1), null)).toEqual([])
})

test('[RL2] a refused write is placed between two revisions, and only writes are shown', () => {
  const request = (timeMs: number, more = {}) =>
    ({ id: timeMs, timeMs, status: 409, actor: 'bob', verb: 'update', ...more }) as FinishedRequest
  const requests = [request(70_500), request(70_500, { status: 200 }), request(71_000, { verb: 'get' })]
  expect(refusals(rows, requests, { scale, at: null }).map(({ x }) => x)).toEqual([scale.x(5) + scale.step / 2])
  expect(refusals(rows, requests, { scale, at: 69 })).toEqual([])
})

test('[RL2] a pin shows the page number and the page count, and pins of one revision are grouped', () => {
  expect([
    pinLabel(token({})),
    pinLabel(token({ state: 'finished', pageCount: 5 })),
    pinLabel(token({ remaining: null })),
  ]).toEqual(['2/3', '5/5', '2/?'])
  const found = pins(
    rows,
    [token({}), token({ actor: 'zoe' }), token({ revision: 110 }), token({ actor: 'carol', state: 'expired' })],
    scale,
  )
  expect(found.map(({ label }) => label)).toEqual(['2', '2/3'])
})

test('[RL2] a list that was read on has one pin: that of its newest page', () => {
  const first = token({ state: 'finished', pageCount: 1, remaining: 3 })
  expect(pins(rows, [first, token({})], scale).map(({ label }) => label)).toEqual(['2/3'])
})

test('[RL7] overlapping flags merge into their number; an expired one is placed in the hatch', () => {
  const flag = (letter: string, revision: number, state: RailFlag['state'] = 'live'): RailFlag => ({
    letter,
    revision,
    state,
    title: letter,
  })
  const placed = placeFlags([flag('A', 128), flag('B', 128), flag('C', 100, 'slow'), flag('D', 3, 'gone')], rows, scale)
  expect(placed.map(({ text }) => text)).toEqual(['D', 'C', '2'])
  expect([placed[0]?.x, placed[1]?.behind]).toEqual([40, 28])
})

test('[RL7] the words of a flag stand at its right, else at its left, and never under another flag or the cursor', () => {
  const flag = (letter: string, revision: number, state: RailFlag['state'] = 'slow'): RailFlag => ({
    letter,
    revision,
    state,
    title: letter,
  })
  const notes = (flags: readonly RailFlag[]) =>
    placeFlags(flags, rows, scale).map(({ text, x, noteX }) => [text, noteX === null ? null : noteX > x])
  expect(notes([flag('C', 100)])).toEqual([['C', true]])
  // Four writes behind, next to the flag of two watches that are current.
  expect(notes([flag('A', 128, 'live'), flag('B', 128, 'live'), flag('C', 124)])).toEqual([
    ['C', false],
    ['2', null],
  ])
  // No room on either side.
  expect(notes([flag('D', 122), flag('C', 124), flag('A', 126, 'live')])).toEqual([
    ['D', false],
    ['C', null],
    ['A', null],
  ])
})

test('[RL3] columns count every write outside of the lens once, deletions below the line', () => {
  const many = Array.from({ length: 5000 }, (_, at) =>
    row(at + 1, at % 10 === 0 ? { verb: 'delete', effect: 'removed' } : {}),
  )
  const dense = scaleFor(5000)
  const columns = verbColumns(many, dense)
  expect(columns.map(({ verb }) => verb)).toEqual(['patch', 'update', 'apply', 'create', 'delete'])
  expect(columns.find(({ verb }) => verb === 'delete')?.path).toContain(' 38.0h2v')
  expect(columns.find(({ verb }) => verb === 'create')?.path).toBe('')
})

test('[RL3] each column has exactly the writes that lie in it, wherever the lens is', () => {
  const many = Array.from({ length: 5000 }, (_, at) => row(at + 1, { verb: at % 3 === 0 ? 'create' : 'patch' }))
  for (const cursor of [null, 0, 1234, 4990]) {
    const scale = scaleFor(5000, { cursor })
    const expected = new Map<string, number>()
    for (const [index, { verb }] of many.entries()) {
      if (scale.lens !== null && index >= scale.lens.first && index < scale.lens.end) continue
      const key = `${verb} ${Math.floor((scale.x(index) - scale.gone) / 3)}`
      expected.set(key, (expected.get(key) ?? 0) + 1)
    }
    const drawn = verbColumns(many, scale).flatMap(({ verb, path }) =>
      [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => `${verb} ${Math.round((Number(x) - scale.gone) / 3)}`),
    )
    expect(new Set(drawn)).toEqual(new Set(expected.keys()))
  }
})

test("[RL8] the slider's value text states the position and what was written there", () => {
  const change = { path: 'spec.replicas', before: '3', after: '5' }
  const written = row(126, { actor: 'alice', kind: 'Deployment', name: 'web', changes: [change], changeCount: 1 })
  expect(railValueText(written, null)).toBe('Live. Revision 126, alice patched Deployment web, spec.replicas 3 to 5')
  expect(railValueText(written, 126)).toContain('Viewing the past. Revision 126')
  expect(railValueText(undefined, null)).toBe('Live. No revision is kept')
})

test('[BR7] the drawn writes of terminal clients are found by their requests', () => {
  const requests = [66, 0, 70, 80, 120].map((wrote, id) => ({ id, wrote }))
  const isTerminal = (id: number) => id !== 2
  const found = terminalWrites(requests, isTerminal, rows, { first: 0, end: 40 })
  expect(found.map((index) => rows[index]?.revision)).toEqual([66, 80])
})
