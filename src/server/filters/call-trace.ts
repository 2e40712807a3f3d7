import { errorText } from '#api/error-text.ts'
import type { CallTrace } from '#api/call-trace.ts'
import type { Span } from '#tracing/span.ts'
import { formatTraceparent, type TraceContext } from '#tracing/trace-context.ts'
import type { Tracer } from './tracing.ts'

interface Around {
  readonly tracer: Pick<Tracer, 'finished' | 'randomHex' | 'monotonicMs'>
  /** The span of the request. */
  readonly parent: TraceContext
  /** The offset from the tracer's monotonic clock to the time since the epoch. */
  readonly startMs: number
}

/** Traces the calls made for a request: each sends its own `traceparent` and records a client span. [TC7] */
export const callTrace = ({ tracer, parent, startMs }: Around): CallTrace => ({
  carry: (fetch) => async (request, options) => {
    const spanId = tracer.randomHex(8)
    request.headers.set('traceparent', formatTraceparent({ ...parent, spanId }))
    const start = tracer.monotonicMs()
    const finish = (outcome: Pick<Span, 'attributes' | 'error'>): void => {
      if (!parent.sampled) return
      const { traceId, spanId: parentSpanId } = parent
      const times = { startMs: startMs + start, endMs: startMs + tracer.monotonicMs() }
      const attributes = { ...attributesOf(request), ...outcome.attributes }
      const name = `HTTP ${request.method}`
      tracer.finished([
        { traceId, spanId, parentSpanId, name, kind: 'client', ...times, attributes, error: outcome.error },
      ])
    }
    try {
      const response = await fetch(request, options)
      const { status } = response
      finish({ attributes: { 'http.response.status_code': status }, error: status >= 400 ? `status ${status}` : '' })
      return response
    } catch (error) {
      const text = errorText(error)
      finish({ attributes: { 'error.type': error instanceof Error ? error.name : 'Error' }, error: text })
      throw error
    }
  },
})

function attributesOf({ method, url }: Request): Span['attributes'] {
  const { hostname, port, protocol } = new URL(url)
  return {
    'http.request.method': method,
    'url.full': url,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}
