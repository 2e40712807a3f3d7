import type { RequestContext, Filter, Handler } from '#server/request/request-context.ts'
import type { RequestInfo } from '#server/request/request-info.ts'
import { sample, type TracingSettings } from '#tracing/sampler.ts'
import type { Span } from '#tracing/span.ts'
import { callTrace } from './call-trace.ts'
import { parseTraceparent } from '#tracing/trace-context.ts'

/** Dependencies of the filter. If `settings` is null, nothing is traced, at no cost. */
export interface Tracer {
  readonly settings: () => TracingSettings | null
  readonly finished: (spans: readonly Span[]) => void
  /** Returns `bytes` random bytes as hexadecimal. */
  readonly randomHex: (bytes: number) => string
  readonly monotonicMs: () => number
}

/** Creates spans of a sampled request and its stages. The span of a stream ends when the stream begins. [TC5] */
export const tracing =
  (tracer: Tracer): Filter =>
  (next) =>
  (context) => {
    const settings = tracer.settings()
    return settings === null ? next(context) : traced(tracer, settings, context, next)
  }

async function traced(
  tracer: Tracer,
  settings: TracingSettings,
  context: RequestContext,
  next: Handler,
): Promise<Response> {
  const parent = parseTraceparent(context.request.headers.get('traceparent'))
  const traceId = parent?.traceId ?? tracer.randomHex(16)
  const { sampled, why } = sample(settings, parent, traceId)
  context.outcome.trace = { traceId, sampled, why }
  const start = tracer.monotonicMs()
  const spanId = tracer.randomHex(8)
  const trace = callTrace({ tracer, parent: { traceId, spanId, sampled }, startMs: context.startMs - start })
  const response = await next({ ...context, trace })
  if (!sampled) return response
  const end = context.startMs + tracer.monotonicMs() - start
  const root: Span = {
    traceId,
    spanId,
    parentSpanId: parent?.spanId ?? '',
    name: spanName(context),
    kind: 'server',
    startMs: context.startMs,
    endMs: end,
    attributes: attributesOf(context, response.status),
    error: response.status >= 500 ? `status ${response.status}` : '',
  }
  tracer.finished([root, ...stageSpans(context, root, tracer)])
  return response
}

/** Names the span by the pattern of the path, so that there are few distinct names. */
function spanName({ info, request }: RequestContext): string {
  const what = info.isResource ? resourcePattern(info) : info.path
  return `${request.method} ${what}`
}

function resourcePattern({ group, version, namespace, resource, name, subresource }: RequestInfo): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const place = namespace === '' ? '' : '/namespaces/{:namespace}'
  const part = subresource === '' ? '' : `/${subresource}`
  return `${root}${place}/${resource}${name === '' ? '' : '/{:name}'}${part}`
}

const attributesOf = (
  { request, target, info, outcome, auditId }: RequestContext,
  status: number,
): Span['attributes'] => ({
  'http.request.method': request.method,
  'url.path': target.path,
  'user_agent.original': request.headers.get('user-agent') ?? '',
  'http.response.status_code': status,
  'orch.verb': info.verb,
  'orch.user': outcome.actor,
  'audit-id': auditId,
})

const stageSpans = ({ requestTrace, startMs }: RequestContext, root: Span, { randomHex }: Tracer): readonly Span[] =>
  requestTrace.stages.map((stage) => ({
    traceId: root.traceId,
    spanId: randomHex(8),
    parentSpanId: root.spanId,
    name: stage.stage,
    kind: 'internal',
    startMs: startMs + stage.startMs,
    endMs: startMs + stage.startMs + stage.durationMs,
    attributes: { outcome: stage.outcome, note: stage.note },
    error: stage.outcome === 'refused' ? stage.note : '',
  }))
