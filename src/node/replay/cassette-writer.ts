import { createWriteStream } from 'node:fs'
import { cassetteHead, cassetteLine, type CassetteLine } from '#record/cassette.ts'
import { recordAnswer } from '#record/record-answer.ts'
import type { FetchHandler } from '#node/http/fetch-handler.ts'

/** Writes what clients see to a file. */
export interface CassetteWriter {
  /** Wraps a handler, so that its answers are recorded. */
  record(handle: FetchHandler): FetchHandler
  close(): Promise<void>
}

/** Creates the file; a file that is there is replaced. Requests and credentials are not recorded, answers are. [RCD6] */
export function openCassette(path: string, nowMs: () => number): CassetteWriter {
  const file = createWriteStream(path, { mode: 0o600 })
  file.write(cassetteHead)
  const beganMs = nowMs()
  let ids = 0
  const write = (line: CassetteLine): void => void file.write(cassetteLine(line))
  return {
    record: (handle) => async (request, extras) => {
      const response = await handle(request, extras)
      ids += 1
      const asked = { id: ids, method: request.method, target: extras.rawTarget }
      return recordAnswer(asked, response, () => nowMs() - beganMs, write)
    },
    close: () => new Promise((resolve) => file.end(resolve)),
  }
}
