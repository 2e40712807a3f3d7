import { ApiError } from '#api/api-error.ts'

/** Returns the response to a request that no server handled: 503 with Retry-After, as a Status. [WI6] */
export function unavailable(message: string): Response {
  const status = new ApiError('ServiceUnavailable', message, { details: { retryAfterSeconds: 1 } }).toStatus()
  return new Response(JSON.stringify(status), {
    status: status.code,
    headers: { 'content-type': 'application/json', 'retry-after': '1', 'cache-control': 'no-cache, private' },
  })
}
