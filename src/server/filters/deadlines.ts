import { ApiError, badRequest } from '#api/api-error.ts'
import type { Clock } from '#api/clock.ts'
import { DurationError, parseDurationMs } from '#go/duration.ts'
import type { Filter } from '#server/request/request-context.ts'

const requestMsMax = 60_000

/** Ends requests that take longer than `?timeout`, at most a minute. Watches have a time of their own. [RQ8] */
export const deadlines =
  (clock: Clock): Filter =>
  (next) =>
  async (context) => {
    if (context.info.verb === 'watch') return next(context)
    const limitMs = Math.min(readTimeout(context.target.query), requestMsMax)
    return race(clock, limitMs, () => next(context))
  }

/** 0 and absence are the server's own limit. @throws ApiError BadRequest */
function readTimeout(query: URLSearchParams): number {
  const text = query.get('timeout') ?? ''
  if (text === '') return requestMsMax
  try {
    const ms = parseDurationMs(text)
    return ms <= 0 ? requestMsMax : ms
  } catch (error) {
    if (error instanceof DurationError)
      throw badRequest(`invalid timeout specified in the request URL - ${error.message}`)
    throw error
  }
}

function race(clock: Clock, limitMs: number, work: () => Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(limitMs, () => {
      reject(new ApiError('Timeout', 'Timeout: request did not complete within the allotted timeout'))
    })
    work().then(resolve, reject).finally(stop)
  })
}
