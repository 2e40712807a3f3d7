/** Lets Mock Service Worker answer the API requests of a page or a test. docs/library/msw.md */
import { http, type HttpHandler } from 'msw/http'
import { isApiPath } from '#facts/api-paths.ts'
import type { OrchardServer } from '#library/orchard-server.ts'

/** Selects the requests that a server answers. */
export interface HandlerOptions {
  /** Only those to this origin, such as `https://cluster.test`. Default: all with a path of the API. */
  readonly origin?: string
}

/**
 * Returns the handlers for `setupWorker` or `setupServer`. Paths of the API are answered, all others pass.
 *
 * @example
 * const worker = setupWorker(...orchardHandlers(server))
 */
export function orchardHandlers(server: OrchardServer, { origin }: HandlerOptions = {}): HttpHandler[] {
  const isOurs = ({ origin: found, pathname }: URL): boolean =>
    isApiPath(pathname) && (origin === undefined || found === origin)
  return [
    http.all(
      ({ request }) => isOurs(new URL(request.url)),
      async ({ request }) => withFirstByte(await server.fetch(request)),
    ),
  ]
}

/** The part of `setupWorker()` that `drainMocked` needs. */
interface MockingWorker {
  readonly events: {
    on(type: 'response:mocked', listener: (event: { readonly response: Response }) => void): unknown
  }
}

/**
 * Cancels the copies of responses that msw makes for its life-cycle events. Call it once for the worker of a page:
 * without it, a watch that the page cancels stays open on the server, and its copy grows without limit.
 */
export function drainMocked(worker: MockingWorker): void {
  worker.events.on('response:mocked', ({ response }) => {
    // A locked body has a reader, who ends it.
    response.body?.cancel().catch(() => undefined)
  })
}

/** True if a response may begin with an empty line: it is white space in JSON, and between the events of a watch. */
const isJsonStream = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/json') && !headers.has('content-length')

/** In Node, msw delivers the head of a response with the first byte of its body, which a quiet watch does not have. */
function withFirstByte(response: Response): Response {
  if (response.body === null || !isJsonStream(response)) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('\n')),
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}
