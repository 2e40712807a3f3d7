import { ApiError, badRequest } from '#api/api-error.ts'
import type { Fact } from '#facts/fact.ts'
import { answerValue } from '#server/request/answer.ts'
import type { Filter, RequestContext } from '#server/request/request-context.ts'
import { type OutputFormat, negotiateOutput } from '#server/serializer/negotiate.ts'

/** The outermost filter, the only catch, and the only place where an error becomes an answer. [ER2] */
export const errors =
  (report: (fact: Fact) => void, nowMs: () => number): Filter =>
  (next) => {
    // A bug of ours: the client learns nothing but 500. [ER4]
    const bug = (error: unknown, auditId: string): ApiError => {
      report({ type: 'panic', message: describe(error), auditId, timeMs: nowMs() })
      // Limits of depth come before this; where one is missing, the request is still at fault. [ER6]
      return isStackOverflow(error)
        ? badRequest('exceeded max depth')
        : new ApiError('InternalError', 'the server met a bug')
    }
    return async (context) => {
      try {
        return await next(context)
      } catch (error) {
        const refusal = error instanceof ApiError ? error : bug(error, context.auditId)
        context.outcome.reason = refusal.extras.reasonText ?? refusal.reason
        return statusResponse(refusal, context)
      }
    }
  }
const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && error.message.includes('call stack')

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function statusResponse(error: ApiError, context: RequestContext): Response {
  const response = answerValue(error.code, errorFormat(context), error.toStatus())
  for (const [name, value] of Object.entries(error.extras.headers ?? {})) response.headers.set(name, value)
  if (context.request.method !== 'HEAD') return response
  return new Response(null, { status: response.status, headers: response.headers })
}

/** Errors come in the format that was asked for; where only another kind or an unknown format was, as indented JSON. [ER2] */
function errorFormat({ request, target }: RequestContext): OutputFormat {
  const json: OutputFormat = { mediaType: 'application/json', pretty: true, transform: null }
  try {
    return negotiateOutput({ headers: request.headers, query: target.query }, false)
  } catch (error) {
    if (error instanceof ApiError) return json
    throw error
  }
}
