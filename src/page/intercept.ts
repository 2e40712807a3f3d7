import { setupWorker } from 'msw/browser'
import { http } from 'msw/http'
import { wholeBody } from '#wire/whole-body.ts'
import { isApiUrl } from './api-url.ts'
import { type Answer, BODY_ID_HEADER } from './to-wire-request.ts'
import { within } from './within.ts'
import { type HandedRequest, WritesOnce } from './writes-once.ts'

/** Path that is answered here, before the server's worker. Requested only by `streamsPassThrough`. */
const PROBE_PATH = '/debug/transport-probe'

interface Probe {
  cancelled(): void
  /** Ends the probe's stream; does nothing until it is there. */
  end(): void
}

const noProbe: Probe = { cancelled: () => undefined, end: () => undefined }
let probe = noProbe

/** Returns a stream that never delivers a chunk. */
const silentStream = (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        probe.end = () => controller.close()
      },
      cancel: () => probe.cancelled(),
    }),
  )

/**
 * Lets msw transfer the bytes of a body that is there as a whole. As a stream, which it would transfer otherwise, the body
 * takes several messages between page and service worker. [PF4]
 */
function withTransferableBody(response: Response): Response {
  const bytes = wholeBody(response)
  if (bytes !== undefined) Object.defineProperty(response, 'body', { value: bytes })
  return response
}

interface HandedOver extends HandedRequest {
  body?: unknown
  readonly headers: Record<string, string>
}

type ServiceWorkerMessage =
  | { readonly type: 'REQUEST'; readonly payload: HandedOver }
  | { readonly type: 'RESPONSE'; readonly payload: { readonly request: { readonly id: string } } }
  | { readonly type?: undefined }

/**
 * Takes the bytes of bodies out of the service worker's messages before msw sees them: it would put them into a Request
 * and clone that, which costs more than the rest of a small request. Returns a function that answers a request with its
 * body; a write that is handed over twice is executed once. [PF4] [TR6]
 */
function takeBodies(answer: Answer): (request: Request) => Promise<Response> {
  const bodies = new Map<string, ArrayBuffer>()
  const writes = new WritesOnce()
  const take = (payload: HandedOver): void => {
    if (!isApiUrl(new URL(payload.url))) return
    const body = payload.body instanceof ArrayBuffer && payload.body.byteLength > 0 ? payload.body : null
    writes.begin(payload, body)
    payload.headers[BODY_ID_HEADER] = payload.id
    if (body === null) return
    bodies.set(payload.id, body)
    payload.body = null
  }
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<ServiceWorkerMessage | null>) => {
    if (data?.type === 'REQUEST') take(data.payload)
    else if (data?.type === 'RESPONSE') writes.confirm(data.payload.request.id)
  })
  return (request) => {
    const id = request.headers.get(BODY_ID_HEADER) ?? ''
    const body = bodies.get(id)
    bodies.delete(id)
    return writes.answer(id, () => answer(request, body))
  }
}

/**
 * Lets msw's service worker pass the page's API requests to `answer`. Resolves once requests are intercepted. [TR2]
 * @throws when service workers are disabled, blocked, or the script cannot be loaded.
 */
export async function interceptFetch(answer: Answer): Promise<void> {
  // Before msw listens to the same messages.
  const answerOnce = takeBodies(answer)
  const worker = setupWorker(
    http.all(
      ({ request }) => isApiUrl(new URL(request.url)),
      async ({ request }) =>
        new URL(request.url).pathname === PROBE_PATH ? silentStream() : withTransferableBody(await answerOnce(request)),
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
 * reader's `cancel()` must reach its source. Resolves when both succeeded. The stream of a probe that takes too long is
 * ended: Firefox reports an open one as an error when the page is left. [TR4]
 * @throws when both take longer than `maxMs`.
 */
export async function streamsPassThrough(networkFetch: typeof fetch, maxMs: number): Promise<void> {
  const own: Probe = { ...noProbe }
  probe = own
  const cancelled = new Promise<void>((resolve) => (own.cancelled = resolve))
  const tried = networkFetch(PROBE_PATH)
    .then((response) => response.body?.cancel())
    .then(() => cancelled)
  try {
    await within(maxMs, tried)
  } catch (error) {
    own.end()
    throw error
  }
}
