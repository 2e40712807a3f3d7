import { setupWorker } from 'msw/browser'
import { http } from 'msw/http'
import { isApiUrl } from './api-url.ts'

/** Answered here, before the server's worker: only `streamsPassThrough` asks. */
const PROBE_PATH = '/debug/transport-probe'

let probeCancelled: () => void = () => undefined

/** A stream that stays silent for ever. */
const silentStream = (): Response => new Response(new ReadableStream({ cancel: () => probeCancelled() }))

/**
 * Lets msw's service worker hand the page's API requests to `answer`. Resolves once requests are caught. [TR2]
 * @throws when service workers are off, blocked, or the script cannot be had.
 */
export async function interceptFetch(answer: (request: Request) => Promise<Response>): Promise<void> {
  const worker = setupWorker(
    http.all(
      ({ request }) => isApiUrl(new URL(request.url)),
      ({ request }) => (new URL(request.url).pathname === PROBE_PATH ? silentStream() : answer(request)),
    ),
  )
  // msw copies every response for its life-cycle events. A copy that nobody reads keeps the answer from being
  // cancelled, and buffers a watch for ever: so the copy is cancelled at once. [TR3]
  worker.events.on('response:mocked', ({ response }) => {
    response.body?.cancel().catch(() => undefined)
  })
  await worker.start({
    // Its console lines would copy each response once more.
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker: { url: `${import.meta.env.BASE_URL}api-sw.js` },
  })
}

/**
 * Tries a stream on the way through the service worker: its head must come before any chunk (Firefox holds it back), and
 * the reader's `cancel()` must reach its source. Resolves when both did. [TR4]
 */
export async function streamsPassThrough(networkFetch: typeof fetch): Promise<void> {
  const cancelled = new Promise<void>((resolve) => (probeCancelled = resolve))
  const response = await networkFetch(PROBE_PATH)
  await response.body?.cancel()
  await cancelled
}
