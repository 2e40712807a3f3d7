import { setupWorker } from 'msw/browser'
import { http } from 'msw/http'
import { wholeBody } from '#wire/whole-body.ts'
import { isApiUrl } from './api-url.ts'
import { type Answer, BODY_ID_HEADER } from './to-wire-request.ts'

/** Path that is answered here, before the server's worker. Requested only by `streamsPassThrough`. */
const PROBE_PATH = '/debug/transport-probe'

let probeCancelled: () => void = () => undefined

/** Returns a stream that never delivers a chunk. */
const silentStream = (): Response => new Response(new ReadableStream({ cancel: () => probeCancelled() }))

/**
 * Lets msw transfer the bytes of a body that is there as a whole. As a stream, which it would transfer otherwise, the body
 * takes several messages between page and service worker. [PF4]
 */
function withTransferableBody(response: Response): Response {
  const bytes = wholeBody(response)
  if (bytes !== undefined) Object.defineProperty(response, 'body', { value: bytes })
  return response
}

interface ServiceWorkerMessage {
  readonly type?: string
  readonly payload?: { readonly id: string; readonly url: string; body?: unknown; headers: Record<string, string> }
}

/**
 * Takes the bytes of bodies out of the service worker's messages before msw sees them: it would put them into a Request
 * and clone that, which costs more than the rest of a small request. Returns a function that gives the body of a
 * request. [PF4]
 */
function takeBodies(): (request: Request) => ArrayBuffer | undefined {
  const bodies = new Map<string, ArrayBuffer>()
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<ServiceWorkerMessage | null>) => {
    const payload = event.data?.type === 'REQUEST' ? event.data.payload : undefined
    if (!(payload?.body instanceof ArrayBuffer) || payload.body.byteLength === 0) return
    if (!isApiUrl(new URL(payload.url))) return
    bodies.set(payload.id, payload.body)
    payload.body = null
    payload.headers[BODY_ID_HEADER] = payload.id
  })
  return (request) => {
    const id = request.headers.get(BODY_ID_HEADER) ?? ''
    const body = bodies.get(id)
    bodies.delete(id)
    return body
  }
}

/**
 * Lets msw's service worker pass the page's API requests to `answer`. Resolves once requests are intercepted. [TR2]
 * @throws when service workers are disabled, blocked, or the script cannot be loaded.
 */
export async function interceptFetch(answer: Answer): Promise<void> {
  // Before msw listens to the same messages.
  const bodyOf = takeBodies()
  const worker = setupWorker(
    http.all(
      ({ request }) => isApiUrl(new URL(request.url)),
      async ({ request }) =>
        new URL(request.url).pathname === PROBE_PATH
          ? silentStream()
          : withTransferableBody(await answer(request, bodyOf(request))),
    ),
  )
  // msw clones every response for its life-cycle events. An unread clone prevents the cancellation of the response and
  // buffers a watch without limit. `api-sw.js` cancels it, and this does where an older one is still active. [TR3]
  worker.events.on('response:mocked', ({ response }) => {
    response.body?.cancel().catch(() => undefined)
  })
  await worker.start({
    // Its console messages would clone each response once more.
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker: { url: `${import.meta.env.BASE_URL}api-sw.js` },
  })
}

/**
 * Tries a stream through the service worker: its header must arrive before any chunk (Firefox delays it), and the
 * reader's `cancel()` must reach its source. Resolves when both succeeded. [TR4]
 */
export async function streamsPassThrough(networkFetch: typeof fetch): Promise<void> {
  const cancelled = new Promise<void>((resolve) => (probeCancelled = resolve))
  const response = await networkFetch(PROBE_PATH)
  await response.body?.cancel()
  await cancelled
}
