export type AttributeValue = string | number | boolean

/** One operation of a trace. Times in milliseconds since the epoch, with fractions. */
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
  /** `''` if it succeeded. */
  readonly error: string
}

/** The spans that one service exports at once. */
export interface SpanBatch {
  readonly resource: Readonly<Record<string, AttributeValue>>
  readonly scope: string
  readonly spans: readonly Span[]
}
