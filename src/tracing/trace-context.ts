/** The position of a request in a trace. W3C Trace Context, level 1. */
export interface TraceContext {
  /** 32 digits of lower-case hexadecimal. */
  readonly traceId: string
  /** 16 digits: the caller's span. */
  readonly spanId: string
  /** True if the caller samples the trace. */
  readonly sampled: boolean
}

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const allZero = /^0+$/

/** Parses a `traceparent` header; `null` if it is missing or invalid, which starts a new trace. [TC1] */
export function parseTraceparent(header: string | null): TraceContext | null {
  const read = shape.exec((header ?? '').trim())
  if (read === null) return null
  const [, version, traceId = '', spanId = '', flags = '', rest] = read
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null
  if (allZero.test(traceId) || allZero.test(spanId)) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const formatTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
