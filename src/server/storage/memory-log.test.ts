import { describe, expect, test } from 'vitest'
import { runLogContract } from './log.contract.ts'
import { createMemoryLog } from './memory-log.ts'
import { RememberingDisk } from './remembering-disk.ts'
import { openLog } from './mvcc-log.ts'
import type { Log } from './log.ts'

const clock = { now: () => 1_000_000, after: () => () => undefined }

describe('the contract of every log', () => {
  test('[ST2] a memory log keeps it', async () => {
    const results = await runLogContract(() => Promise.resolve({ log: createMemoryLog({ clock }) }))

    expect(results.filter((result) => result.error !== null)).toEqual([])
    expect(results.length).toBeGreaterThan(40)
  })

  test('[ST2] the engine over a disk that remembers and can refuse keeps it', async () => {
    const results = await runLogContract(async () => {
      const disk = new RememberingDisk()
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
    })

    expect(results.filter((result) => result.error !== null)).toEqual([])
    expect(results.length).toBeGreaterThan(50)
  })
})
