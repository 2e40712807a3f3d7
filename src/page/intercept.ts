import { setupWorker } from 'msw/browser'
import { wholeBody } from '#wire/whole-body.ts'
import { isApiUrl } from './api-url.ts'
import type { Answer } from './to-wire-request.ts'
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

interface HandedOver extends HandedRequest {
  readonly body?: unknown
}

interface Answered {
  readonly request: { readonly id: string }
  readonly response?: { readonly body?: ReadableStream | null }
}

type ServiceWorkerMessage =
  | { readonly type: 'REQUEST'; readonly payload: HandedOver }
  | { readonly type: 'RESPONSE'; readonly payload: Answered }
  | { readonly type?: undefined }

/** Returns the response as msw's service worker expects it, and what is transferred with it. */
function toMessage(response: Response): readonly [message: object, transfer: Transferable[]] {
  const { status, statusText, headers } = response
  // As a stream, a body that is there as a whole would take several messages between page and service worker. [PF4]
  const body = wholeBody(response) ?? response.body
  const data = { status, statusText, headers: Object.fromEntries(headers), body }
  return [{ type: 'MOCK_RESPONSE', data }, body === null ? [] : [body]]
}

/** The body that msw's service worker answers with a network error. */
const failed = { type: 'MOCK_RESPONSE', data: { status: 0, body: null } }

/**
 * Answers the requests that msw's service worker hands over, on the port that comes with each of them and before msw's
 * part in the page sees them. That part would make a Request of each, clone it, and read the page's cookies from another
 * process, which takes more of the main thread than everything else. A write that is handed over twice is executed once.
 * [PF4] [TR6]
 */
function answerMessages(answer: Answer): void {
  const writes = new WritesOnce()
  const respond = async (handed: HandedOver, port: MessagePort): Promise<void> => {
    const { id, method, url, headers } = handed
    const body = handed.body instanceof ArrayBuffer && handed.body.byteLength > 0 ? handed.body : null
    writes.begin(handed, body)
    try {
      const request = { method, url, headers: Object.entries(headers), body }
      const isProbe = new URL(url).pathname === PROBE_PATH
      const response = isProbe ? silentStream() : await writes.answer(id, () => answer(request))
      const [message, transfer] = toMessage(response)
      port.postMessage(message, transfer)
    } catch {
      port.postMessage(failed)
    }
  }
  const end = ({ request, response }: Answered): void => {
    writes.confirm(request.id)
    // An older `api-sw.js` that is still active sends a clone, which keeps a watch open and buffers it while unread. [TR3]
    response?.body?.cancel().catch(() => undefined)
  }
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<ServiceWorkerMessage | null>) => {
    const { data, ports } = event
    const [port] = ports
    if (data?.type === 'RESPONSE') return end(data.payload)
    if (data?.type !== 'REQUEST' || port === undefined || !isApiUrl(new URL(data.payload.url))) return
    event.stopImmediatePropagation()
    void respond(data.payload, port)
  })
}

/**
 * Lets msw's service worker pass the page's API requests to `answer`. Resolves once requests are intercepted. [TR2]
 * @throws when service workers are disabled, blocked, or the script cannot be loaded.
 */
export async function interceptFetch(answer: Answer): Promise<void> {
  // Before msw listens to the same messages.
  answerMessages(answer)
  const worker = setupWorker()
  await worker.start({
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
