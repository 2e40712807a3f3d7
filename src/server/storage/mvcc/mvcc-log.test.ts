import { expect, test } from 'vitest'
import { toRevision } from '#api/revision.ts'
import { contentOf, put, see, settle, text, tryPut } from '#testing/log-contract/contract-harness.ts'
import type { Disk } from '#server/storage/disk.ts'
import { type LogEntry, StorageError } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { openLog } from './open-log.ts'
import { RecordingDisk } from '#server/storage/recording-disk.ts'
import { Watchers } from './watchers.ts'

const clock = { now: () => 1_000_000, after: () => () => undefined }

test('[ST14] history above its size limit is dropped from the oldest entry on, and the status reports it', async () => {
  const log = createMemoryLog({ clock, historyBytesMax: 10_000 })
  let revision = 0
  for (let i = 0; i < 400; i += 1) revision = (await put(log, 'hot', 'x'.repeat(100), revision)).revision
  await settle()

  const { historyBytes, disk } = log.status()
  expect(historyBytes).toBeLessThanOrEqual(12_000)
  expect(Number(disk['windowCuts'])).toBeGreaterThan(5)
  expect(log.compacted()).toBeGreaterThan(250)
  expect(text(await log.get('hot', toRevision(399)))).toHaveLength(100)
})

/** A disk that completes a commit only when the test releases it. */
class SlowDisk extends RecordingDisk implements Disk {
  readonly groups: number[] = []
  #waiting: (() => void)[] = []

  override async append(group: readonly LogEntry[], after: Parameters<Disk['append']>[1]): Promise<void> {
    this.groups.push(group.length)
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    await super.append(group, after)
  }

  async letGo(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) resolve()
    await settle()
  }
}

test('[ST7] writes that arrive during a commit form the next group, at most 512 entries or 1 MiB', async () => {
  const disk = new SlowDisk()
  const log = await openLog({ disk, clock })
  const writes = [put(log, 'first', 'v')]
  await settle()
  for (let i = 0; i < 600; i += 1) writes.push(put(log, `k${i}`, 'v'))
  for (let i = 0; i < 3; i += 1) writes.push(put(log, `large${i}`, 'x'.repeat(600_000)))
  for (let i = 0; i < 6; i += 1) await disk.letGo()
  await Promise.all(writes)

  expect(disk.groups).toEqual([1, 512, 89, 1, 1])
  expect(log.status().commits.map((commit) => commit.entries)).toEqual(disk.groups)
})

test('[ST8] a stale write is refused at once if the winning write is durable, otherwise when that write is decided', async () => {
  const disk = new SlowDisk()
  const log = await openLog({ disk, clock })
  const creating = put(log, 'a', '1')
  let answered = 0
  const losing = tryPut(log, 'a', 'x', 0).then((answer) => {
    answered += 1
    return answer
  })
  await settle()
  expect(answered).toBe(0)
  await disk.letGo()
  await creating
  expect(await losing).toMatchObject({ type: 'lost', winner: { revision: 1 } })

  const updating = put(log, 'a', '2', 1)
  expect(await tryPut(log, 'a', 'x', 7)).toMatchObject({ type: 'lost', winner: { revision: 1 } })
  await disk.letGo()
  await updating
})

test('[ST51] compaction of the newest revision during pending writes leaves the revision to them, or increments it if they fail', async () => {
  const disk = new SlowDisk()
  const log = await openLog({ disk, clock })
  const first = put(log, 'a', '1')
  await settle()
  await disk.letGo()
  await first
  disk.refuseNext(new StorageError('unavailable', 'refused by the test'))
  const refused = expect(put(log, 'b', '1')).rejects.toMatchObject({ code: 'unavailable' })
  await settle()
  await log.compact(toRevision(1))
  expect(log.revision()).toBe(1)
  await disk.letGo()

  await refused
  expect([log.revision(), await contentOf(log, 2)]).toEqual([2, ['a=1']])
  const next = put(log, 'c', '1')
  await settle()
  await disk.letGo()
  expect((await next).revision).toBe(3)
})

test('[ST11] when the disk reports that it is lost, pending writes fail, whatever the result of the current write', async () => {
  const disk = new SlowDisk()
  const log = await openLog({ disk, clock })
  const seen = see(log, '', 0)
  const writing = put(log, 'a', '1')
  await settle()
  disk.events?.onLost(new StorageError('fenced', 'another one'))

  await expect(writing).rejects.toMatchObject({ code: 'fenced' })
  await disk.letGo()
  expect([seen.events, seen.ended, log.status().published]).toEqual([[], 'fenced', 0])
})

test('[ST40] entries published while a new watcher catches up are delivered after its backlog', async () => {
  const watchers = new Watchers()
  const entry = (revision: number): LogEntry => ({
    revision: toRevision(revision),
    key: 'a',
    value: null,
    created: toRevision(1),
    previous: 0,
    timeMs: 0,
    author: { actor: '', verb: '', manager: '' },
  })
  const revisions: number[] = []
  const watcher = {
    onEntries: (entries: readonly LogEntry[]) => void revisions.push(...entries.map((one) => one.revision)),
    onEnd: () => void revisions.push(-1),
  }
  watchers.add({ prefix: '', after: 0, watcher }, { entries: [entry(1)], before: [null] })
  watchers.publish({ entries: [entry(2), entry(3)], before: [null, null] })
  expect(revisions).toEqual([])
  await settle()
  watchers.publish({ entries: [entry(4)], before: [null] })
  watchers.add({ prefix: 'a', after: 0, watcher }, { entries: [entry(9)], before: [null] })
  watchers.end(null)
  watchers.publish({ entries: [entry(5)], before: [null] })

  expect(revisions).toEqual([1, 2, 3, 4, -1, 9, -1])
})
