import { ApiError } from '#api/api-error.ts'
import type { WireClient } from '#wire/wire-client.ts'
import type { FetchHandler } from '#node/http/fetch-handler.ts'
import { type BridgeCallers, callerHeaders } from './bridge-callers.ts'

/** Requests in progress at once, watches included; more are answered 429. [BR3] */
const OPEN_MAX = 1000

function refuse(error: ApiError): Response {
  return Response.json(error.toStatus(), { status: error.code, headers: { 'retry-after': '1' } })
}

const noPage = (): Response =>
  refuse(
    new ApiError(
      'ServiceUnavailable',
      'no page is connected to the bridge: open the address that it printed and allow it',
    ),
  )

/** Answers requests by the tab. `openMax` is for tests. [BR1] */
export function bridgeHandler(
  client: () => WireClient | null,
  callers: BridgeCallers,
  openMax: number = OPEN_MAX,
): FetchHandler {
  let open = 0
  return async (request, { rawHeaders }) => {
    const tab = client()
    if (tab === null) return noPage()
    if (open >= openMax) return refuse(new ApiError('TooManyRequests', `more than ${openMax} requests are in progress`))
    open += 1
    try {
      const { method, url, signal } = request
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
      const headers = callerHeaders(callers, rawHeaders)
      const sent = { method, url, headers, body: body?.byteLength === 0 ? null : body, signal }
      const response = await tab.fetch(sent)
      return response.body === null ? counted(response) : whenRead(response, () => (open -= 1))
    } catch (error) {
      open -= 1
      // The client or the tab has disconnected.
      if (request.signal.aborted || !(error instanceof TypeError)) throw error
      return refuse(new ApiError('ServiceUnavailable', error.message))
    }
  }

  function counted(response: Response): Response {
    open -= 1
    return response
  }
}

/** Calls `done` once, when the body was read to its end, failed or was cancelled. */
function whenRead(response: Response, done: () => void): Response {
  let isDone = false
  const finish = (): void => {
    if (!isDone) done()
    isDone = true
  }
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done: isEnd, value } = await reader.read()
          if (!isEnd) return controller.enqueue(value)
          finish()
          controller.close()
        } catch (error) {
          finish()
          controller.error(error)
        }
      },
      cancel(reason) {
        finish()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
