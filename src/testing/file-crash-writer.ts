import { writeSync } from 'node:fs'
import { toRevision } from '#api/revision.ts'
import { openFileLog } from '#node/log/file-log.ts'

/*
 * Run by the crash test as a separate process that it kills: eight writers that print each acknowledged write as `key
 * revision`, while compactions and file rotation run concurrently.
 */
const [dir = '', round = ''] = process.argv.slice(2)
const clock = { now: () => Date.now(), after: () => () => undefined }
const author = { actor: 'crash', verb: 'create', manager: 'writer' }
const log = await openFileLog({ dir, clock, fileBytesMax: 20_000, snapshotBytesMin: 10_000 })
const value = new Uint8Array(200).fill(0x78)

async function write(writer: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const key = `r${round}/w${writer}/${n}`
    const answer = await log.append({ key, expected: 0, value, author })
    // Synchronous, so that no acknowledged write is left in a buffer of this process.
    if (answer.type === 'lost') throw new Error('nobody else writes')
    writeSync(1, `${key} ${answer.entry.revision}\n`)
    if (answer.entry.revision % 50 === 0) {
      await log.compact(toRevision(log.revision() - 10))
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
