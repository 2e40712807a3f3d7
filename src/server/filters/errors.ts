import { ApiError, badRequest } from '#api/api-error.ts'
import type { Fact } from '#facts/fact.ts'
import { answerValue } from '#server/request/answer.ts'
import type { Filter, RequestContext } from '#server/request/request-context.ts'
import { type OutputFormat, negotiateOutput } from '#server/serializer/negotiate.ts'

/** The outermost filter, with the only catch: the single place where an error becomes a response. [ER2] */
export const errors =
  (report: (fact: Fact) => void, nowMs: () => number): Filter =>
  (next) => {
    // A bug of the server: the client receives 500 without details. [ER4]
    const bug = (error: unknown, auditId: string): ApiError => {
      report({ type: 'panic', message: describe(error), auditId, timeMs: nowMs() })
      // Depth limits should prevent this. Where one is missing, the request is still the cause. [ER6]
      return isStackOverflow(error)
        ? badRequest('exceeded max depth')
        : new ApiError('InternalError', 'the server met a bug')
    }
    const refused = (error: unknown, context: RequestContext): Response => {
      const refusal = error instanceof ApiError ? error : bug(error, context.auditId)
      context.outcome.reason = refusal.extras.reasonText ?? refusal.reason
      return statusResponse(refusal, context)
    }
    return (context) => {
      try {
        const response = next(context)
        return response instanceof Promise ? response.catch((error: unknown) => refused(error, context)) : response
      } catch (error) {
        return refused(error, context)
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

/**
 * Errors have the requested format. If another kind (such as Table) or an unsupported format was requested, they are
 * indented JSON. [ER2]
 */
function errorFormat({ request, target }: RequestContext): OutputFormat {
  const json: OutputFormat = { mediaType: 'application/json', pretty: true, transform: null }
  try {
    return negotiateOutput({ headers: request.headers, query: target.query }, false)
  } catch (error) {
    if (error instanceof ApiError) return json
    throw error
  }
}
