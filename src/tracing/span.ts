export type AttributeValue = string | number | boolean

/** One piece of work of a trace. Times in milliseconds since the epoch, with fractions. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** `''` for the root. */
  readonly parentSpanId: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, AttributeValue>>
  /** `''` when it went well. */
  readonly error: string
}

/** What one service tells at once. */
export interface SpanBatch {
  readonly resource: Readonly<Record<string, AttributeValue>>
  readonly scope: string
  readonly spans: readonly Span[]
}
