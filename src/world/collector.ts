import type { WorldSpan } from '#facts/world-api.ts'
import { decodeExport } from '#tracing/otlp-decode.ts'

/** Maximum number of spans that are kept; the newest are kept. */
const maxSpans = 2000

/** A trace collector: decodes exports as a real one would. */
export interface Collector {
  /** @throws RangeError for bytes that are not an export */
  receive(bytes: Uint8Array): void
  readonly exports: () => number
  readonly spans: () => readonly WorldSpan[]
  clear(): void
}

/** An in-memory collector. [WO6] */
export function createCollector(): Collector {
  let spans: readonly WorldSpan[] = []
  let exports = 0
  return {
    receive(bytes) {
      const received = decodeExport(bytes).flatMap((batch) => batch.spans)
      exports += 1
      spans = [...spans, ...received].slice(-maxSpans)
    },
    exports: () => exports,
    spans: () => spans,
    clear() {
      spans = []
      exports = 0
    },
  }
}
