import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { contentOf, put } from '#testing/log-contract/contract-harness.ts'
import type { Log } from '#server/storage/log.ts'
import { claimVocabulary } from '#node/data-vocabulary.ts'
import { openFileLog } from './file-log.ts'
import { Reservation } from './reservation.ts'

const clock = { now: () => 1_000_000, after: () => () => undefined }
const root = mkdtempSync(join(tmpdir(), 'orchard-file-damage-'))
const opened: Log[] = []
let dir = ''
let warnings: string[] = []

const open = async (onLost?: (error: Error) => void): Promise<Log> => {
  warnings = []
  const log = await openFileLog({ dir, clock, fileBytesMax: 400, warn: (message) => warnings.push(message), onLost })
  opened.push(log)
  return log
}

/** Leaves the folder in the state of a killed process. */
const crash = (): void => {
  const files = new Map(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name))]))
  dir = mkdtempSync(join(root, 'log-'))
  for (const [name, bytes] of files) if (name !== 'lock') writeFileSync(join(dir, name), bytes)
}

const newestFile = (): string =>
  join(
    dir,
    readdirSync(dir)
      .filter((name) => name.startsWith('log-'))
      .toSorted()
      .at(-1) ?? '',
  )
const modeOf = (path: string): number => statSync(path).mode & 0o777

beforeEach(() => {
  dir = mkdtempSync(join(root, 'log-'))
})
afterEach(async () => {
  for (const log of opened.splice(0)) await log.close()
})
afterAll(() => rmSync(root, { recursive: true }))

test('[DK14] folder and files are accessible only by their owner, including those that were open to all', async () => {
  chmodSync(dir, 0o755)
  writeFileSync(join(dir, 'vocabulary'), 'orch\n', { mode: 0o644 })
  const log = await open()
  await put(log, 'a', '1')

  expect(modeOf(dir)).toBe(0o700)
  expect(readdirSync(dir).map((name) => modeOf(join(dir, name)))).toEqual(readdirSync(dir).map(() => 0o600))
})

test('[DK15] an empty lock is refused with the command that repairs it', async () => {
  for (const text of ['', '{"pid":', '{}']) {
    writeFileSync(join(dir, 'lock'), text)
    await expect(open()).rejects.toMatchObject({
      code: 'fenced',
      message: expect.stringContaining(`rm '${join(dir, 'lock')}'`),
    })
  }
})

test('[DK15] an empty vocabulary file is refused with the command that repairs it', () => {
  writeFileSync(join(dir, 'vocabulary'), '')

  expect(() => claimVocabulary(dir, 'orch')).toThrow(`echo orch > '${join(dir, 'vocabulary')}'`)
})

test('[DK16] after a crash that lost the end of the log no revision is reused, and the loss is reported', async () => {
  const log = await open()
  await put(log, 'a', '1')
  await put(log, 'b', '1')
  const given = log.revision()
  crash()
  const bytes = readFileSync(newestFile())
  bytes[bytes.length - 3] = (bytes.at(-3) ?? 0) ^ 1
  writeFileSync(newestFile(), bytes)

  const again = await open()
  expect(warnings.join('\n')).toContain('may be missing')
  expect(await contentOf(again)).toEqual(['a=1'])
  await put(again, 'b', '2')
  expect(again.revision()).toBeGreaterThan(given)
})

test('[DK16] a missing newest file is reported by its name', async () => {
  const log = await open()
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await put(log, key, 'x'.repeat(200))
  const given = log.revision()
  crash()
  const lost = newestFile()
  rmSync(lost)

  const again = await open()
  expect(warnings).toEqual([expect.stringContaining(lost)])
  await put(again, 'g', '1')
  expect(again.revision()).toBeGreaterThan(given)
})

test('[DK16] a newest file without content after a crash is reported', async () => {
  const log = await open()
  await put(log, 'a', '1')
  crash()
  writeFileSync(newestFile(), '')
  const again = await open()

  expect(await contentOf(again)).toEqual([])
  expect(warnings).toEqual([
    `${newestFile()} is empty: unless the server was stopped when it created this file, writes after revision 0 are lost. Stop the server and copy the file back if you have it`,
  ])
})

test('[DK16] an end that was lost before the newest reservation is reported', () => {
  const reservation = new Reservation(dir)
  reservation.open(0, [], '')
  reservation.reserve(1, 0)
  reservation.reserve(5_000, 4_999)

  expect(new Reservation(dir).open(4_999, [], '').warnings).toEqual([])
  expect(new Reservation(dir).open(4_998, [], '')).toEqual({
    from: 9_096,
    warnings: [`the log in ${dir} ends at revision 4998, but had reached 4999: the writes in between are lost`],
  })
})

test('[DK16] a lost end after a clean shutdown is reported; without a loss nothing is reported and no revision is skipped', async () => {
  const log = await open()
  await put(log, 'a', '1')
  await put(log, 'b', '1')
  const given = log.revision()
  await log.close()
  const again = await open()
  expect([warnings, again.revision()]).toEqual([[], given])
  await again.close()
  writeFileSync(newestFile(), '')

  const third = await open()
  expect(warnings.join('\n')).toContain(`was closed at ${given}`)
  expect(third.revision()).toBeGreaterThanOrEqual(given)
})

test('[DK17] a log whose lock was taken reports it even without writes', async () => {
  const lost = new Promise<Error>((resolve) => void open(resolve))
  await expect.poll(() => existsSync(join(dir, 'lock'))).toBe(true)
  rmSync(join(dir, 'lock'))

  expect((await lost).message).toContain('taken away')
})
