import { createWriteStream } from 'node:fs'
import { cassetteHead, cassetteLine, type CassetteLine } from '#record/cassette.ts'
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
      const id = ids
      const atMs = (): number => nowMs() - beganMs
      const { status } = response
      const contentType = response.headers.get('content-type') ?? ''
      write({ type: 'track', id, method: request.method, target: extras.rawTarget, status, contentType, atMs: atMs() })
      if (response.body === null) {
        write({ type: 'end', id, atMs: atMs() })
        return response
      }
      const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          write({ type: 'chunk', id, atMs: atMs(), bytes: Buffer.from(chunk).toString('base64') })
          controller.enqueue(chunk)
        },
        flush: () => write({ type: 'end', id, atMs: atMs() }),
      })
      const { statusText, headers } = response
      return new Response(response.body.pipeThrough(heard), { status, statusText, headers })
    },
    close: () => new Promise((resolve) => file.end(resolve)),
  }
}
