import { errorText } from '#api/error-text.ts'
import type { Clock } from '#api/clock.ts'
import type { Span, SpanBatch } from './span.ts'

/** Sends an encoded export to the collector at `endpoint`. Rejects on failure. */
export type SendSpans = (endpoint: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>

/** The defaults of OpenTelemetry's batch processor. */
const limits = { queue: 2048, batch: 512, everyMs: 5000 }

export interface ExporterStatus {
  readonly sent: number
  readonly dropped: number
  readonly failed: number
  /** Error of the last failure, `''` after a success. */
  readonly lastError: string
}

/** Sends finished spans in batches; never delays a request. */
export interface SpanExporter {
  add(spans: readonly Span[]): void
  /** Sends all queued spans. */
  flush(): Promise<void>
  status(): ExporterStatus
  stop(): void
}

interface Options {
  readonly clock: Clock
  readonly send: SendSpans
  readonly endpoint: () => string
  readonly resource: SpanBatch['resource']
}

/** Spans that exceed the queue are dropped and counted, and so are batches that the collector does not accept. [TC3] */
export function spanExporter({ clock, send, endpoint, resource }: Options): SpanExporter {
  let queue: Span[] = []
  let cancel: (() => void) | null = null
  let status: ExporterStatus = { sent: 0, dropped: 0, failed: 0, lastError: '' }
  const sendBatch = async (spans: readonly Span[]): Promise<void> => {
    try {
      const { encodeExport } = await import('./otlp-encode.ts')
      await send(endpoint(), encodeExport({ resource, scope: 'orchard', spans }))
      status = { ...status, sent: status.sent + spans.length, lastError: '' }
    } catch (error) {
      const lastError = errorText(error)
      status = { ...status, failed: status.failed + spans.length, lastError }
    }
  }
  let sending: Promise<void> = Promise.resolve()
  const sendAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, limits.batch)
      queue = queue.slice(batch.length)
      // Sends one batch after the other, so that a slow collector is not overloaded.
      await sendBatch(batch)
    }
  }
  const flush = (): Promise<void> => {
    cancel?.()
    cancel = null
    return (sending = sending.then(sendAll))
  }
  return {
    add(spans) {
      const room = limits.queue - queue.length
      if (spans.length > room) status = { ...status, dropped: status.dropped + spans.length - room }
      queue.push(...spans.slice(0, Math.max(0, room)))
      if (queue.length >= limits.batch) void flush()
      else cancel ??= clock.after(limits.everyMs, () => void flush())
    },
    flush,
    status: () => status,
    stop: () => cancel?.(),
  }
}
