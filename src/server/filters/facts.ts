import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { Fact } from '#facts/fact.ts'
import { shownUrl } from '#facts/shown-url.ts'
import { soon } from '#api/waiting/soon.ts'
import { bodyBytes } from '#api/bodies/known-body.ts'
import type { ObservedRequest } from '#server/metrics/observed-request.ts'
import type { Filter } from '#server/request/request-context.ts'

interface Watcher {
  readonly report: (fact: Fact) => void
  readonly observe: (request: ObservedRequest) => void
  readonly nowMs: () => number
  readonly monotonicMs: () => number
  /** Adds the request's id to each response, so that its facts can be found. */
  readonly exposesIds: boolean
}

/** Reports when a request begins and ends, with the stages of its trace. */
export const facts =
  ({ report, observe, nowMs, monotonicMs, exposesIds }: Watcher): Filter =>
  (next) =>
  (context) => {
    const { id, auditId, info, request, target, outcome, requestTrace } = context
    const common = {
      id,
      method: request.method,
      url: shownUrl(target.url),
      userAgent: request.headers.get('user-agent') ?? '',
    }
    const start = monotonicMs()
    report({ type: 'request-started', ...common, timeMs: nowMs() })
    const finish = (response: Response): Response => {
      if (exposesIds) response.headers.set(REQUEST_ID_HEADER, String(id))
      const { verb, group, resource } = info
      const durationMs = monotonicMs() - start
      const annotations = context.annotations.all()
      observe({ verb, group, resource, code: response.status, seconds: durationMs / 1000 })
      report({
        type: 'request-finished',
        ...common,
        timeMs: nowMs(),
        verb,
        actor: outcome.actor,
        status: response.status,
        reason: outcome.reason,
        durationMs,
        stages: requestTrace.stages,
        bytesIn: outcome.bytesIn,
        bytesOut: bodyBytes(response),
        wrote: outcome.wrote,
        auditId,
        ...(outcome.trace === undefined ? {} : { trace: outcome.trace }),
        ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      })
      return response
    }
    return soon(next(context), finish)
  }
