import { expect, test } from 'vitest'
import { bookShopStory, storySeconds } from '#samples/book-shop/story.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import type { Disk, DiskContents } from '#server/storage/disk.ts'
import { openLog } from '#server/storage/mvcc/open-log.ts'
import { preparedDisk } from '#server/storage/prepared-disk.ts'
import { contentsOf } from './prepared-log.ts'
import { recordStory } from './record-story.ts'

const recorded = recordStory(bookShopStory, storySeconds)
const nowMs = Date.UTC(2030, 5, 1, 12, 0, 0)

test('[SD1] the server accepts every request of the story', async () => {
  const { report } = await recorded
  expect(report.refused).toEqual([])
  expect(report.written).toBeGreaterThanOrEqual(90)
})

test('[SD1] the retained history contains every verb, two users and more than two bots, over most of an hour', async () => {
  const { log } = await recorded
  const kept = log.entries.filter(({ revision }) => revision > log.compacted)

  const verbs = new Set(kept.map(({ author }) => author.verb))
  const actors = new Set(kept.map(({ author }) => author.actor))
  expect([...verbs].toSorted()).toEqual(['apply', 'create', 'delete', 'patch', 'update'])
  for (const actor of ['alice', 'bob', 'stock-bot', 'hpa', 'shop-controller']) expect(actors).toContain(actor)
  expect(kept.length).toBeGreaterThan(50)
  expect((kept.at(-1)?.timeMs ?? 0) - (kept[0]?.timeMs ?? 0)).toBeGreaterThan(40 * 60 * 1000)
})

test('[SD1] the system objects are older than the compacted revision', async () => {
  const { log } = await recorded
  const kept = log.entries.filter(({ revision }) => revision > log.compacted)
  expect(log.entries.some(({ key }) => key.includes('/clusterroles.'))).toBe(true)
  expect(kept.filter(({ key }) => key.includes('/clusterroles.'))).toEqual([])
})

test('[SD3] a recording is reproducible', async () => {
  const again = await recordStory(bookShopStory, storySeconds)
  expect(again.log).toEqual((await recorded).log)
})

test('[SD3] the times of the story end at the start of the cluster, in entries and in objects', async () => {
  const contents = contentsOf((await recorded).log, nowMs)
  const texts = contents.log.map(({ value }) => (value === null ? '' : new TextDecoder().decode(value)))

  const last = contents.log.at(-1)?.timeMs ?? 0
  expect(nowMs - last).toBeGreaterThanOrEqual(0)
  expect(nowMs - last).toBeLessThan(60_000)
  expect(texts.filter((text) => text.includes('"2026-01-05T'))).toEqual([])
  const web = texts.findLast((text) => text.includes('"name":"web"') && text.includes('"kind":"Deployment"')) ?? ''
  expect(web).toContain('2030-06-01T')
})

test('[SD3] an empty disk is initialized with the prepared entries, a non-empty disk keeps its entries', async () => {
  const prepared = contentsOf((await recorded).log, nowMs)
  const clock = createSimulatedClock()
  let held: DiskContents = { snapshot: [], snapshotRevision: 0, log: [], compacted: 0 }
  const disk: Disk = {
    kind: 'memory',
    load: () => Promise.resolve(held),
    append: (group) => Promise.resolve(void (held = { ...held, log: [...held.log, ...group] })),
    setCompacted: (compacted) => Promise.resolve(void (held = { ...held, compacted })),
    snapshotIfDue: () => Promise.resolve(),
    close: () => Promise.resolve(),
    status: () => ({}),
  }

  const first = await openLog({ disk: preparedDisk(disk, () => Promise.resolve(prepared)), clock })
  const second = await openLog({
    disk: preparedDisk(disk, () => Promise.reject(new Error('requested again'))),
    clock,
  })

  expect(first.revision()).toBe(prepared.log.at(-1)?.revision)
  expect(first.compacted()).toBe(prepared.compacted)
  expect(second.revision()).toBe(first.revision())
  expect((await second.range({ start: '/registry/', end: '/registry0' })).entries).toEqual(
    (await first.range({ start: '/registry/', end: '/registry0' })).entries,
  )
})
