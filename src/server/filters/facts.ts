import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { Fact } from '#facts/fact.ts'
import { bodyBytes } from '#server/endpoints/answer.ts'
import type { ObservedRequest } from '#server/endpoints/metrics.ts'
import type { Filter } from '#server/endpoints/request-context.ts'

interface Watcher {
  readonly report: (fact: Fact) => void
  readonly observe: (request: ObservedRequest) => void
  readonly nowMs: () => number
  readonly monotonicMs: () => number
  /** Names each answer's request, so that its facts can be found. */
  readonly tellIds: boolean
}

/** Tells when a request begins and ends, with its journey through the stages. */
export const facts =
  ({ report, observe, nowMs, monotonicMs, tellIds }: Watcher): Filter =>
  (next) =>
  async (context) => {
    const { id, auditId, info, request, target, tally, journey } = context
    const common = { id, method: request.method, url: target.url, userAgent: request.headers.get('user-agent') ?? '' }
    const start = monotonicMs()
    report({ type: 'request-started', ...common, timeMs: nowMs() })
    const response = await next(context)
    if (tellIds) response.headers.set(REQUEST_ID_HEADER, String(id))
    const { verb, group, resource } = info
    const durationMs = monotonicMs() - start
    const annotations = context.annotations.all()
    observe({ verb, group, resource, code: response.status, seconds: durationMs / 1000 })
    report({
      type: 'request-finished',
      ...common,
      timeMs: nowMs(),
      verb,
      actor: tally.actor,
      status: response.status,
      reason: tally.reason,
      durationMs,
      stages: journey.stages,
      bytesIn: tally.bytesIn,
      bytesOut: bodyBytes(response),
      wrote: tally.wrote,
      auditId,
      ...(tally.trace === undefined ? {} : { trace: tally.trace }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    })
    return response
  }
