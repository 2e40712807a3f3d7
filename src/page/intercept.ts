import { setupWorker } from 'msw/browser'
import { http } from 'msw/http'
import { isApiUrl } from './api-url.ts'

/**
 * Lets msw's service worker hand the page's API requests to `answer`. Resolves once requests are caught. [TR2]
 * @throws when service workers are off, blocked, or the script cannot be had.
 */
export async function interceptFetch(answer: (request: Request) => Promise<Response>): Promise<void> {
  const worker = setupWorker(
    http.all(
      ({ request }) => isApiUrl(new URL(request.url)),
      ({ request }) => answer(request),
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
