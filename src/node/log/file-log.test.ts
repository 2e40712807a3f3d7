import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRevision } from '#api/revision.ts'
import { seededRandom } from '#api/seeded-random.ts'
import { contentOf, put, see } from '#testing/log-contract/contract-harness.ts'
import { logContract } from '#testing/log-contract/log-contract.ts'
import type { Log } from '#server/storage/log.ts'
import { type FileLogOptions, openFileLog } from './file-log.ts'
import { type FileOperations, fileOperations } from './file-operations.ts'
import { readRecords } from './file-record.ts'

const clock = { now: () => 1_000_000, after: () => () => undefined }
const root = mkdtempSync(join(tmpdir(), 'orchard-file-log-'))
const opened: Log[] = []
let dir = ''

const open = async (options: Partial<FileLogOptions> = {}): Promise<Log> => {
  const log = await openFileLog({ dir, clock, ...options })
  opened.push(log)
  return log
}

const errorWith = (code: string): Error => Object.assign(new Error(code), { code })
const logFiles = (): string[] => readdirSync(dir).filter((name) => name.startsWith('log-'))
const newestFile = (): string => join(dir, logFiles().toSorted().at(-1) ?? '')

beforeEach(() => {
  dir = mkdtempSync(join(root, 'log-'))
})

afterEach(async () => {
  for (const log of opened.splice(0)) await log.close()
})

afterAll(() => rmSync(root, { recursive: true }))

describe('a log in a folder', () => {
  for (const { name, run } of logContract({ reopen: true, refuse: false })) {
    test(name, async () => {
      let log = await open({ fileBytesMax: 2_000, snapshotBytesMin: 1_000 })
      const reopen = async (): Promise<Log> => {
        await log.close()
        log = await open({ fileBytesMax: 2_000, snapshotBytesMin: 1_000 })
        return log
      }
      await run({ log, reopen })
    })
  }
})

test('[DK9] a second writer is refused while the first is running, and accepted after it closed', async () => {
  const first = await open()
  await put(first, 'a', '1')
  await expect(open()).rejects.toMatchObject({ code: 'fenced', message: expect.stringContaining(String(process.pid)) })
  await first.close()

  expect(await contentOf(await open())).toEqual(['a=1'])
})

test('[DK9] the lock of a dead process is taken over, also if its process id was reused', async () => {
  await (await open()).close()
  const dead = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => void dead.once('exit', resolve))
  for (const holder of [
    { pid: dead.pid, started: '1', token: 'x' },
    { pid: process.ppid, started: '1', token: 'x' },
    { pid: process.pid, started: '1', token: 'x' },
  ]) {
    writeFileSync(join(dir, 'lock'), JSON.stringify(holder))
    if (holder.pid === process.ppid && !existsSync('/proc/self/stat')) continue
    const log = await open()
    await log.close()
    expect(readdirSync(dir).filter((name) => name.startsWith('lock'))).toEqual([])
  }
})

test('[DK9] a writer that has lost its lock writes nothing more', async () => {
  const log = await open()
  await put(log, 'a', '1')
  const before = readFileSync(newestFile())
  rmSync(join(dir, 'lock'))

  await expect(put(log, 'b', '1')).rejects.toMatchObject({ code: 'fenced' })
  expect(readFileSync(newestFile())).toEqual(before)
})

test('[DK10] a torn tail is truncated at any position: acknowledged writes before it are kept, and writing continues', async () => {
  const log = await open()
  for (let i = 0; i < 5; i += 1) await put(log, `k${i}`, 'value')
  await log.close()
  const path = newestFile()
  const whole = readFileSync(path)
  const last = readRecords(whole).records.at(-1)?.payload.byteLength ?? 0
  const lastAt = whole.byteLength - last - 20
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  for (let round = 0; round < 25; round += 1) {
    const cut = lastAt + 1 + random(last + 19)
    const garbage = Buffer.from(Array.from({ length: random(40) }, () => random(256)))
    writeFileSync(path, Buffer.concat([whole.subarray(0, cut), garbage]))
    const again = await open()
    expect(await contentOf(again), `seed ${seed} cut ${cut}`).toEqual(['k0=value', 'k1=value', 'k2=value', 'k3=value'])
    expect(again.status().disk['tornBytes']).toBe(cut - lastAt + garbage.byteLength)
    expect((await put(again, 'new', 'v')).revision).toBeGreaterThan(4)
    await again.close()
    const third = await open()
    expect((await contentOf(third)).at(-1), `seed ${seed} cut ${cut}`).toBe('new=v')
    await third.close()
  }
})

test('[DK10] a shorter record over a long torn tail leaves nothing of it behind', async () => {
  const log = await open()
  await put(log, 'a', '1')
  await put(log, 'long', 'x'.repeat(3_000))
  await log.close()
  const whole = readFileSync(newestFile())
  writeFileSync(newestFile(), whole.subarray(0, -1))
  const again = await open()
  await put(again, 'b', '1')
  await again.close()

  const third = await open()
  expect([third.status().disk['tornBytes'], await contentOf(third)]).toEqual([0, ['a=1', 'b=1']])
})

test('[ST61] the compacted revision is kept even if a snapshot replaced all log files', async () => {
  const log = await open({ snapshotBytesMin: 100 })
  for (let i = 0; i < 20; i += 1) await put(log, 'k', 'value', i)
  await log.compact(toRevision(20))
  expect(logFiles()).toEqual([])
  await log.close()

  const again = await open()
  expect([again.compacted(), again.revision(), await contentOf(again, 21)]).toEqual([20, 21, ['k=value']])
})

test('[DK11] damage followed by whole records is refused with a clear error, and nothing is changed', async () => {
  const log = await open()
  for (let i = 0; i < 5; i += 1) await put(log, `k${i}`, 'value')
  await log.close()
  const path = newestFile()
  const whole = readFileSync(path)
  const lastAt = whole.byteLength - (readRecords(whole).records.at(-1)?.payload.byteLength ?? 0) - 20
  const random = seededRandom(7)
  for (let round = 0; round < 25; round += 1) {
    const broken = Buffer.from(whole)
    const at = random(lastAt)
    broken[at] = (broken[at] ?? 0) ^ (1 + random(255))
    writeFileSync(path, broken)
    await expect(open(), `byte ${at}`).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining(path),
    })
    expect(readFileSync(path)).toEqual(broken)
  }
})

test('[DK11] a lost file and a damaged snapshot are refused', async () => {
  const log = await open({ fileBytesMax: 300, snapshotBytesMin: 600 })
  for (let i = 0; i < 12; i += 1) await put(log, `k${i % 3}`, 'value', Math.max(0, i - 2))
  expect(logFiles().length).toBeGreaterThan(3)
  await log.close()
  const middle = join(dir, logFiles()[1] ?? '')
  const saved = readFileSync(middle)
  rmSync(middle)
  await expect(open()).rejects.toMatchObject({ code: 'corrupt', message: expect.stringContaining('missing') })

  writeFileSync(middle, saved)
  const again = await open({ fileBytesMax: 300, snapshotBytesMin: 600 })
  await again.compact(toRevision(11))
  await again.close()
  const snapshot = readdirSync(dir).find((name) => name.startsWith('snapshot-')) ?? ''
  appendFileSync(join(dir, snapshot), 'x')
  await expect(open()).rejects.toMatchObject({ code: 'corrupt', message: expect.stringContaining(snapshot) })
})

test('[DK7] compaction writes a snapshot and deletes the files it covers, and all reads return the same as before', async () => {
  const options = { fileBytesMax: 2_000, snapshotBytesMin: 3_000 }
  const log = await open(options)
  for (let i = 0; i < 120; i += 1) {
    const key = `k${i % 6}`
    await put(log, key, 'x'.repeat(100), (await log.get(key))?.revision ?? 0)
    if (i % 40 === 39) await log.compact(toRevision(log.revision() - 5))
  }
  const content = await contentOf(log)
  const { disk } = log.status()
  await log.close()
  writeFileSync(join(dir, 'snapshot-0000000000000999.tmp'), 'left by a crash')

  const again = await open(options)
  expect(disk).toMatchObject({ snapshots: 3, snapshotRevision: 115 })
  expect(Number(disk['logBytes'])).toBeLessThan(5_000)
  expect(readdirSync(dir).filter((name) => name.startsWith('snapshot-'))).toEqual(['snapshot-0000000000000115'])
  expect(await contentOf(again)).toEqual(content)
  expect(again.compacted()).toBe(115)
})

test('[ST10] a full disk refuses the group, keeps its state, and accepts writes again when there is room', async () => {
  let full = false
  const write: typeof fileOperations.write = async (fd, parts, position) => {
    if (!full) return fileOperations.write(fd, parts, position)
    await fileOperations.write(fd, [(parts[0] ?? Buffer.alloc(0)).subarray(0, 9)], position)
    throw errorWith('ENOSPC')
  }
  const log = await open({ operations: { ...fileOperations, write } })
  const first = await put(log, 'a', '1')
  const before = readFileSync(newestFile())
  full = true
  await expect(put(log, 'b', '1')).rejects.toMatchObject({ code: 'full' })
  expect(readFileSync(newestFile())).toEqual(before)
  expect([log.status().state, await contentOf(log)]).toEqual(['full', ['a=1']])
  full = false
  await put(log, 'a', null, first.revision)
  await put(log, 'b', '2')
  await log.close()

  expect(await contentOf(await open())).toEqual(['b=2'])
})

/** A disk whose writes or syncs fail with EIO while `fails()`. */
const failing = (what: 'write' | 'sync', fails: () => boolean): FileOperations => ({
  ...fileOperations,
  writesThrough: what === 'write',
  write: (fd, parts, position) =>
    what === 'write' && fails() ? Promise.reject(errorWith('EIO')) : fileOperations.write(fd, parts, position),
  sync: (fd) => (what === 'sync' && fails() ? Promise.reject(errorWith('EIO')) : fileOperations.sync(fd)),
})

for (const what of ['write', 'sync'] as const) {
  test(`[DK12] after a failed ${what} the state of the disk is unknown: the log stops until it is opened again`, async () => {
    let fails = false
    const log = await open({ operations: failing(what, () => fails) })
    await put(log, 'a', '1')
    const seen = see(log, '', 1)
    fails = true

    await expect(put(log, 'b', '1')).rejects.toMatchObject({ code: 'fenced' })
    fails = false
    await expect(put(log, 'c', '1')).rejects.toMatchObject({ code: 'fenced' })
    expect([seen.ended, log.status().state]).toEqual(['fenced', 'fenced'])
    await log.close()
    expect(await contentOf(await open())).toContain('a=1')
  })
}

test('[DK13] writes are synced where the file does not write through', async () => {
  let syncs = 0
  const sync: typeof fileOperations.sync = (fd) => {
    syncs += 1
    return fileOperations.sync(fd)
  }
  const synced = await open({ operations: { ...fileOperations, sync, writesThrough: false } })
  await put(synced, 'a', '1')
  expect(syncs).toBe(1)
})
