import type { WorldSpan } from '#facts/world-api.ts'

export interface SpanBar {
  readonly span: WorldSpan
  /** 0 for a span without a parent in this trace. */
  readonly depth: number
  /** Start and length as fractions of the whole trace: 0 to 1. */
  readonly start: number
  readonly width: number
}

export interface Trace {
  readonly traceId: string
  /** Name of its first root span. */
  readonly name: string
  readonly startMs: number
  readonly durationMs: number
  readonly hasError: boolean
  readonly bars: readonly SpanBar[]
}

/** Groups spans into traces, newest first; each span below its parent, siblings in start order. [AR10] */
export function toTraces(spans: readonly WorldSpan[]): readonly Trace[] {
  const byTrace = new Map<string, WorldSpan[]>()
  for (const span of spans) byTrace.set(span.traceId, [...(byTrace.get(span.traceId) ?? []), span])
  return [...byTrace].map(([traceId, own]) => toTrace(traceId, own)).toSorted((a, b) => b.startMs - a.startMs)
}

function toTrace(traceId: string, spans: readonly WorldSpan[]): Trace {
  const startMs = Math.min(...spans.map((span) => span.startMs))
  const endMs = Math.max(...spans.map((span) => span.endMs))
  const durationMs = endMs - startMs
  const bars = inOrder(spans).map(({ span, depth }) => ({
    span,
    depth,
    start: durationMs === 0 ? 0 : (span.startMs - startMs) / durationMs,
    width: durationMs === 0 ? 1 : (span.endMs - span.startMs) / durationMs,
  }))
  const hasError = spans.some(({ error }) => error !== '')
  return { traceId, name: bars[0]?.span.name ?? traceId, startMs, durationMs, hasError, bars }
}

interface Placed {
  readonly span: WorldSpan
  readonly depth: number
}

/** Returns spans depth first. A span with a missing parent is a root, and a cycle of parents is entered once. */
function inOrder(spans: readonly WorldSpan[]): readonly Placed[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const children = new Map<string, WorldSpan[]>()
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const parent = ids.has(span.parentSpanId) && span.parentSpanId !== span.spanId ? span.parentSpanId : ''
    children.set(parent, [...(children.get(parent) ?? []), span])
  }
  const placed: Placed[] = []
  const seen = new Set<WorldSpan>()
  const visit = (parent: string, depth: number): void => {
    for (const span of children.get(parent) ?? []) {
      if (seen.has(span)) continue
      seen.add(span)
      placed.push({ span, depth })
      visit(span.spanId, depth + 1)
    }
  }
  visit('', 0)
  for (const span of spans) if (!seen.has(span)) placed.push({ span, depth: 0 })
  return placed
}

/** Formats milliseconds with significant digits only. */
export const spanMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
