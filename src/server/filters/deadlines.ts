import { badRequest, requestTimeout } from '#api/api-error.ts'
import type { Clock } from '#api/clock.ts'
import { DurationError, parseDurationMs } from '#go/duration.ts'
import type { Filter } from '#server/request/request-context.ts'

const requestMsMax = 60_000

/** Ends requests that take longer than `?timeout`, at most a minute. Watches have their own timeout. [RQ8] */
export const deadlines =
  (clock: Clock): Filter =>
  (next) =>
  (context) => {
    if (context.info.verb === 'watch') return next(context)
    const limitMs = Math.min(readTimeout(context.target.query), requestMsMax)
    const deadlineMs = clock.now() + limitMs
    const answer = next({ ...context, deadlineMs })
    // Most reads wait for nothing.
    if (!(answer instanceof Promise)) return answer
    return race(clock, limitMs, answer).then((first) => {
      if (first !== 'timeout') return first
      context.outcome.reason = 'Timeout'
      return timeoutAnswer()
    })
  }

/** 0 and absence mean the server's default. @throws ApiError BadRequest */
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

/** Written by the filter that waits for the endpoint, before any content negotiation. */
function timeoutAnswer(): Response {
  const { kind: _kind, apiVersion: _apiVersion, ...status } = requestTimeout().toStatus()
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${JSON.stringify(status)}\n`, { status: 504, headers })
}

function race(clock: Clock, limitMs: number, answer: Promise<Response>): Promise<Response | 'timeout'> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(limitMs, () => resolve('timeout'))
    answer.then(
      (response) => {
        stop()
        resolve(response)
      },
      (error: unknown) => {
        stop()
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })
}
