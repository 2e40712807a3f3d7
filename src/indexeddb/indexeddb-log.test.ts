import { IDBFactory, IDBKeyRange, IDBTransaction } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRevision } from '#api/revision.ts'
import { contentOf, put, see } from '#testing/log-contract/contract-harness.ts'
import { logContract } from '#testing/log-contract/log-contract.ts'
import type { Log } from '#server/storage/log.ts'
import { answer, deleteDatabase, openDatabase } from './database.ts'
import { createFakeLocks } from '#testing/fake-locks.ts'
import { type IndexedDbLogOptions, openIndexedDbLog } from './indexeddb-log.ts'

const clock = { now: () => 1_000_000, after: () => () => undefined }
let factory: IDBFactory
let locks: LockManager
const opened: Log[] = []

const open = async (options: Partial<IndexedDbLogOptions> = {}): Promise<Log> => {
  const log = await openIndexedDbLog({ name: 'test', clock, factory, locks, idleMs: 0, ...options })
  opened.push(log)
  return log
}

const settled = async (
  log: Log,
  isDone: (disk: Readonly<Record<string, string | number>>) => boolean,
): Promise<void> => {
  for (let turns = 0; turns < 500 && !isDone(log.status().disk); turns += 1) {
    await new Promise((resolve) => void setImmediate(resolve))
  }
  expect(log.status().disk).toSatisfy(isDone)
}

/** Changes the database of a closed log directly. */
async function tamper(change: (store: (name: string) => IDBObjectStore) => void): Promise<void> {
  const db = await openDatabase(factory, 'test')
  await new Promise<void>((resolve) => {
    const transaction = db.transaction(['log', 'snap', 'head'], 'readwrite')
    transaction.oncomplete = () => resolve()
    change((name) => transaction.objectStore(name))
  })
  db.close()
}

beforeEach(() => {
  factory = new IDBFactory()
  locks = createFakeLocks()
  globalThis.IDBKeyRange = IDBKeyRange
})

afterEach(async () => {
  for (const log of opened.splice(0)) await log.close()
})

describe('a log on IndexedDB', () => {
  for (const { name, run } of logContract({ reopen: true, refuse: false })) {
    test(name, async () => {
      let log = await open()
      const reopen = async (): Promise<Log> => {
        await log.close()
        log = await open()
        return log
      }
      await run({ log, reopen })
    })
  }
})

test('[DK4] an older writer is fenced by its epoch: its write fails, its watchers end, its data is not stored', async () => {
  const old = await open()
  await put(old, 'a', '1')
  const seen = see(old, '', 0)
  // Independent locks, as after a frozen page resumes: only the epoch protects the database.
  const next = await open({ locks: createFakeLocks() })

  await expect(put(old, 'b', '1')).rejects.toMatchObject({ code: 'fenced' })
  expect([seen.ended, old.status().state]).toEqual(['fenced', 'fenced'])
  await put(next, 'c', '1')
  expect(await contentOf(next)).toEqual(['a=1', 'c=1'])
})

test('[DK4] stealing the lock stops the holder immediately', async () => {
  const old = await open()
  const next = await open({ lockMode: 'steal' })
  await new Promise((resolve) => void setImmediate(resolve))

  expect(old.status().state).toBe('fenced')
  await put(next, 'a', '1')
})

test('[DK4] opening a store that is open elsewhere fails in mode try and waits by default', async () => {
  const first = await open()
  await expect(open({ lockMode: 'try' })).rejects.toMatchObject({ code: 'fenced' })
  const waiting = open()
  await put(first, 'a', '1')
  await first.close()

  expect(await contentOf(await waiting)).toEqual(['a=1'])
})

test('[DK5] an existing record at the next key fences the writer', async () => {
  const log = await open()
  await put(log, 'a', '1')
  const db = await openDatabase(factory, 'test')
  const transaction = db.transaction('log', 'readwrite')
  await answer(transaction.objectStore('log').add(new Uint8Array(1), 2))
  db.close()

  await expect(put(log, 'b', '1')).rejects.toMatchObject({ code: 'fenced' })
})

test('[ST10] an exceeded quota refuses the whole group; reads and deletions still work; writes work again when storage is available', async () => {
  const log = await open()
  const first = await put(log, 'a', '1')
  const commit = IDBTransaction.prototype.commit
  IDBTransaction.prototype.commit = function refuse(this: { _abort(name: string): void }) {
    this._abort('QuotaExceededError')
  }
  const refused = await Promise.allSettled([put(log, 'b', '1'), put(log, 'c', '1')])
  IDBTransaction.prototype.commit = commit

  expect(refused.map((one) => one.status === 'rejected' && (one.reason as { code: string }).code)).toEqual([
    'full',
    'full',
  ])
  expect([log.status().state, await contentOf(log)]).toEqual(['full', ['a=1']])
  await put(log, 'a', null, first.revision)
  await put(log, 'b', '2')
  expect([log.status().state, await contentOf(log)]).toEqual(['open', ['b=2']])
})

test('[DK5] deleting the database does not block: the log finishes its writes and closes', async () => {
  const log = await open()
  const writing = put(log, 'a', '1')
  await deleteDatabase(factory, 'test')

  await writing
  expect(log.status().state).toBe('closed')
  expect(await contentOf(await open())).toEqual([])
})

test('[DK6] many small segments are merged when idle, and their entries are unchanged afterwards', async () => {
  const log = await open()
  for (let i = 0; i < 300; i += 1) await put(log, `k${i % 50}`, `v${i}`, i < 50 ? 0 : i - 49)
  await settled(log, (disk) => Number(disk['logSegments']) < 60)
  const before = await contentOf(log, 123)
  await log.close()

  const again = await open()
  expect(await contentOf(again, 123)).toEqual(before)
  expect((await again.history({ after: 0, limit: 1000 })).length).toBe(300)
  await put(again, 'new', 'v')
})

test('[DK7] a compaction that covers more log than live data writes a snapshot and deletes the covered log', async () => {
  const log = await open({ snapshotBytesMin: 1_000 })
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 60; i += 1) {
      const key = `k${i % 6}`
      await put(log, key, 'x'.repeat(100), (await log.get(key))?.revision ?? 0)
    }
    await log.compact(toRevision(log.revision() - 5))
  }
  await put(log, 'last', '1')
  const { disk } = log.status()
  const [content, kept] = [await contentOf(log), await log.history({ after: 0, limit: 100 })]
  await log.close()
  const db = await openDatabase(factory, 'test')
  const left = await answer(db.transaction('log').objectStore('log').getAllKeys())
  db.close()

  expect(left.at(0)).toBeGreaterThan(115)
  const again = await open()
  expect(disk).toMatchObject({ generation: 2, snapshots: 2, snapshotRevision: 115 })
  expect(Number(disk['logBytes'])).toBeLessThan(5_000)
  expect(await contentOf(again)).toEqual(content)
  expect((await again.history({ after: 0, limit: 100 })).map((entry) => entry.revision)).toEqual(
    kept.map((entry) => entry.revision),
  )
})

test('[DK7] an incomplete or obsolete snapshot from a crash is not read, and is deleted', async () => {
  const log = await open({ snapshotBytesMin: 10 })
  const first = await put(log, 'a', '1')
  await put(log, 'a', 'x'.repeat(100), first.revision)
  await log.compact(toRevision(2))
  await log.close()
  const generation = 2 ** 24
  await tamper((store) => {
    store('snap').add(new Uint8Array(3), 2 * generation + 1)
    store('snap').add(new Uint8Array(3), 5)
  })

  const again = await open()
  expect(await contentOf(again)).toEqual([`a=${'x'.repeat(100)}`])
  await settled(again, (disk) => disk['generation'] === 1)
  const db = await openDatabase(factory, 'test')
  const keys = () => answer(db.transaction('snap').objectStore('snap').getAllKeys())
  await expect.poll(keys).toEqual([generation])
  db.close()
  await again.close()
})

test('[DK8] a damaged, missing or unexpected record is reported as corrupt, never skipped', async () => {
  const log = await open({ idleMs: 60_000 })
  for (let i = 0; i < 5; i += 1) await put(log, `k${i}`, 'v')
  await log.close()
  let saved: unknown
  await tamper((store) => {
    store('log').get(3).onsuccess = (event) => void (saved = (event.target as IDBRequest<unknown>).result)
    store('log').delete(3)
  })
  await expect(open()).rejects.toMatchObject({ code: 'corrupt', message: /after 2 are missing/ })

  await tamper((store) => void store('log').add((saved as Uint8Array).slice(0, -1), 3))
  await expect(open()).rejects.toMatchObject({ code: 'corrupt' })
  await tamper((store) => {
    store('log').put(saved, 3)
    store('head').put({ format: 0 }, 0)
  })
  await expect(open()).rejects.toMatchObject({ code: 'corrupt', message: /format/ })
})

test('[DK1] groups larger than a segment are written as several segments and read back completely', async () => {
  const log = await open()
  await Promise.all(Array.from({ length: 600 }, (_, i) => put(log, `k${i}`, 'x'.repeat(i))))
  await put(log, 'large', 'y'.repeat(300_000))
  const content = await contentOf(log)
  await log.close()

  expect(await contentOf(await open())).toEqual(content)
})

test('[DK5] if the browser denies the database, opening fails as unavailable and releases the lock', async () => {
  const blocked = {
    open() {
      throw new DOMException('blocked by the settings', 'SecurityError')
    },
  } as unknown as IDBFactory

  await expect(open({ factory: blocked })).rejects.toMatchObject({ code: 'unavailable' })
  await put(await open({ lockMode: 'try' }), 'a', '1')
})

test('[MC15] a database of a newer version, or with a head of one, is refused in words and stays as it is', async () => {
  const log = await open()
  await put(log, 'a', '1')
  await log.close()
  const head = { format: 2, epoch: 1, compacted: 0, generation: 0, snapshotRevision: 0, more: true }
  await tamper((store) => store('head').put(head, 0))
  const refused = { code: 'unavailable', message: expect.stringContaining('written by a newer Orchard') }
  await expect(open()).rejects.toMatchObject(refused)

  const newer = await new Promise<IDBDatabase>((resolve) => {
    const request = factory.open('test', 7)
    request.onsuccess = () => resolve(request.result)
  })
  newer.close()
  await expect(open()).rejects.toMatchObject(refused)
  const again = await answer(factory.open('test', 7))
  const store = again.transaction(['head', 'log']).objectStore('head')
  expect(await answer(store.get(0))).toEqual(head)
  expect(await answer(store.transaction.objectStore('log').count())).toBe(1)
  again.close()
})
