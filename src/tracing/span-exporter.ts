import type { Clock } from '#api/clock.ts'
import { encodeExport } from './otlp-encode.ts'
import type { Span, SpanBatch } from './span.ts'

/** Carries an encoded export to the collector at `endpoint`. Rejects when it can't. */
export type SendSpans = (endpoint: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>

/** As the OpenTelemetry batch processor has them by default. */
const limits = { queue: 2048, batch: 512, everyMs: 5000 }

export interface ExporterStatus {
  readonly sent: number
  readonly dropped: number
  readonly failed: number
  /** Of the last failure, `''` for none since the last success. */
  readonly lastError: string
}

/** Sends finished spans in batches; never makes a request wait. */
export interface SpanExporter {
  add(spans: readonly Span[]): void
  /** Sends what waits. */
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

/** Spans over the queue's size are dropped and counted, as are batches that the collector does not take. [TC3] */
export function spanExporter({ clock, send, endpoint, resource }: Options): SpanExporter {
  let queue: Span[] = []
  let cancel: (() => void) | null = null
  let status: ExporterStatus = { sent: 0, dropped: 0, failed: 0, lastError: '' }
  const sendBatch = async (spans: readonly Span[]): Promise<void> => {
    try {
      await send(endpoint(), encodeExport({ resource, scope: 'orchard', spans }))
      status = { ...status, sent: status.sent + spans.length, lastError: '' }
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error)
      status = { ...status, failed: status.failed + spans.length, lastError }
    }
  }
  const flush = async (): Promise<void> => {
    cancel?.()
    cancel = null
    while (queue.length > 0) {
      const batch = queue.slice(0, limits.batch)
      queue = queue.slice(batch.length)
      // One batch after the other: a collector that is slow must not get all at once.
      await sendBatch(batch)
    }
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
