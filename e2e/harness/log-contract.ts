import { openIndexedDbLog } from '#indexeddb/indexeddb-log.ts'
import type { LogHarness } from '#testing/log-contract/contract-harness.ts'
import { runLogContract } from '#testing/log-contract/log-contract.ts'

const clock = {
  now: () => Date.now(),
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
let count = 0

/** Opens a fresh database with the engine under test; `reopen` closes it and opens it again from disk. */
async function makeLog(): Promise<LogHarness> {
  const name = `contract-${count++}`
  const log = await openIndexedDbLog({ name, clock })
  let current = log
  return {
    log,
    async reopen() {
      await current.close()
      current = await openIndexedDbLog({ name, clock })
      return current
    },
  }
}

Object.assign(window, { runContract: () => runLogContract(makeLog) })
