import { errorText } from '#api/error-text.ts'
import { joinBytes } from './bytes.ts'
import { nextTurn } from './next-turn.ts'
import { CREDITS } from './protocol.ts'

/** Maximum number of bytes that are read beyond the credits; then the producer waits. */
const PENDING_BYTES_MAX = 256 * 1024

interface OutboundTarget {
  chunk(bytes: ArrayBuffer): void
  end(): void
  fail(message: string): void
}

/** The sending side of one streamed response. */
export interface OutboundBody {
  /** The reader consumed `count` chunks. */
  credit(count: number): void
  /** The reader is gone: cancels the source immediately and sends nothing more. [WI4] */
  cancel(): void
}

/**
 * Sends `body` as chunks. All data of one turn forms one chunk [WI2]; at most CREDITS chunks are in flight, and a
 * faster producer waits in its own stream [WI3].
 */
export function sendBody(body: ReadableStream<Uint8Array>, target: OutboundTarget): OutboundBody {
  const reader = body.getReader()
  let credits = CREDITS
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let scheduled = false
  let cancelled = false
  let flushed: (() => void) | null = null

  const flush = (): void => {
    scheduled = false
    if (cancelled || credits === 0 || pending.length === 0) return
    credits--
    const bytes = joinBytes(pending)
    pending = []
    pendingBytes = 0
    target.chunk(bytes)
    flushed?.()
    flushed = null
  }
  const untilFlushed = (): Promise<void> =>
    new Promise((resolve) => {
      flushed = resolve
      flush()
    })

  const run = async (): Promise<void> => {
    while (!cancelled) {
      const { done, value } = await reader.read()
      if (done) break
      if (value.byteLength === 0) continue
      pending.push(value)
      pendingBytes += value.byteLength
      if (pendingBytes >= PENDING_BYTES_MAX) await untilFlushed()
      else if (!scheduled) {
        scheduled = true
        nextTurn(flush)
      }
    }
    if (!cancelled && pending.length > 0) await untilFlushed()
    if (!cancelled) target.end()
  }
  run().catch((error: unknown) => {
    if (!cancelled) target.fail(errorText(error))
  })

  return {
    credit(count) {
      credits += count
      if (pending.length > 0 && !scheduled) flush()
    },
    cancel() {
      cancelled = true
      pending = []
      flushed?.()
      // An error of the source while it is cancelled does not matter to a reader that is gone.
      reader.cancel('the client went away').catch(() => undefined)
    },
  }
}
