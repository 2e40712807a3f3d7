import { describe, expect, test } from 'vitest'
import type { Log } from './log.ts'
import { logContract, type MakeLog, runLogContract } from '#testing/log-contract/log-contract.ts'
import { createMemoryLog } from './memory-log.ts'
import { openLog } from './mvcc/open-log.ts'
import { RecordingDisk } from './recording-disk.ts'

const clock = { now: () => 1_000_000, after: () => () => undefined }

const makeRecording: MakeLog = async () => {
  const disk = new RecordingDisk()
  let log: Log = await openLog({ disk, clock })
  return {
    log,
    async reopen() {
      await log.close()
      log = await openLog({ disk, clock })
      return log
    },
    refuseNext: (error) => disk.refuseNext(error),
  }
}

describe('a memory log', () => {
  test.each(logContract({ reopen: false, refuse: false }))('$name', ({ run }) =>
    run({ log: createMemoryLog({ clock }) }),
  )
})

describe('the log over a disk that records its writes and refuses them on request', () => {
  for (const { name, run } of logContract({ reopen: true, refuse: true })) {
    test(name, async () => run(await makeRecording()))
  }
})

test('[ST2] the contract suite reports each case by name, with the message of each failure', async () => {
  const results = await runLogContract(async () => {
    const log = createMemoryLog({ clock })
    // A faulty log: it does not count the keys beyond the page.
    return { log: forgetful(log) }
  })

  expect(results.length).toBe(logContract({ reopen: false, refuse: false }).length)
  const failed = results.filter((result) => result.error !== null)
  expect(failed.map((result) => result.name.slice(0, 6))).toEqual(['[ST33]', '[ST33]'])
  expect(failed[0]?.error).toBe('value: ["p/0,p/1,p/2,p/3",0] instead of ["p/0,p/1,p/2,p/3",6]')
})

const forgetful = (log: Log): Log => ({
  isNew: () => log.isNew(),
  catchUp: () => log.catchUp(),
  beginTurn: () => log.beginTurn(),
  revision: () => log.revision(),
  compacted: () => log.compacted(),
  append: (write) => log.append(write),
  get: (key, at) => log.get(key, at),
  range: async (request) => ({ ...(await log.range(request)), remaining: 0 }),
  watch: (prefix, after, watcher) => log.watch(prefix, after, watcher),
  history: (request) => log.history(request),
  compact: (revision) => log.compact(revision),
  status: () => log.status(),
  close: () => log.close(),
})
