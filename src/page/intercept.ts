import { setupWorker } from 'msw/browser'
import { PROBE_PATH } from '#wire/direct-offer.ts'
import { failedResponse, mockedResponse } from '#wire/mocked-response.ts'
import { allowFailedUpdates } from './allow-failed-updates.ts'
import { isApiUrl } from './api-url.ts'
import type { DirectOffers } from './direct-offers.ts'
import type { Answer } from './to-wire-request.ts'
import { within } from './within.ts'

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

interface TakenRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Differs for each start of the service worker. */
  readonly instance?: string
}

interface Answered {
  readonly request: { readonly id: string }
  readonly response?: { readonly body?: ReadableStream | null }
}

type ServiceWorkerMessage =
  | { readonly type: 'REQUEST'; readonly payload: TakenRequest }
  | { readonly type: 'RESPONSE'; readonly payload: Answered }
  | { readonly type?: undefined }

/** The way of the requests that the service worker hands to the page. */
export interface Reach {
  readonly answer: Answer
  /** The service worker has the response of a write. */
  confirm(id: string): void
  readonly offers: DirectOffers
}

/**
 * Answers the requests that msw's service worker hands over, on the port that comes with each of them and before msw's
 * part in the page sees them. That part would make a Request of each, clone it, and read the page's cookies from another
 * process, which takes more of the main thread than everything else. The service worker is offered a port of its own for all
 * that follow. [PF4] [TR8]
 */
function answerMessages({ answer, confirm, offers }: Reach): void {
  const respond = async (taken: TakenRequest, port: MessagePort): Promise<void> => {
    const { id, method, url, headers, instance = '' } = taken
    const body = taken.body instanceof ArrayBuffer && taken.body.byteLength > 0 ? taken.body : null
    const handed = { page: offers.page, instance, id }
    try {
      const isProbe = new URL(url).pathname === PROBE_PATH
      const request = { method, url, headers: Object.entries(headers), body, handed }
      const message = mockedResponse(isProbe ? silentStream() : await answer(request))
      port.postMessage(message, message.data.body === null ? [] : [message.data.body])
    } catch {
      port.postMessage(failedResponse)
    }
  }
  const end = ({ request, response }: Answered): void => {
    confirm(request.id)
    // An older `api-sw.js` that is still active sends a clone, which keeps a watch open and buffers it while unread. [TR3]
    response?.body?.cancel().catch(() => undefined)
  }
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<ServiceWorkerMessage | null>) => {
    const { data, ports, source } = event
    const [port] = ports
    if (data?.type === 'RESPONSE') return end(data.payload)
    if (data?.type !== 'REQUEST' || port === undefined || !isApiUrl(new URL(data.payload.url))) return
    event.stopImmediatePropagation()
    void respond(data.payload, port)
    if (source instanceof ServiceWorker) void offers.offer(data.payload.instance ?? '', source)
  })
}

/**
 * Lets msw's service worker pass the page's API requests to the server. Resolves once requests are intercepted. [TR2]
 * @throws when service workers are disabled, blocked, or the script cannot be loaded.
 */
export async function interceptFetch(reach: Reach): Promise<void> {
  // Before msw listens to the same messages.
  answerMessages(reach)
  await allowFailedUpdates(navigator.serviceWorker)
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
