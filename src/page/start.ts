import { holdEarlyRequests } from './early-fetch.ts'
import { workerOpener } from './open-worker.ts'

/*
 * The page's first script. It starts the server's worker before anything else is loaded, so that the worker reads its
 * script and opens the database while the page reads its own. A page of a server elsewhere starts no worker. [PF6]
 */

/** Maximum wait for the first frame, in milliseconds: a page in a background tab paints none. */
const FRAME_MS_MAX = 200

/**
 * Resolves once the frame of the document is painted. The scripts of the first screen would else run before it, and on a
 * slow machine they take longer than all that comes before. [PF6]
 */
const whenPainted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve()
    setTimeout(resolve, FRAME_MS_MAX)
    requestAnimationFrame(() => setTimeout(resolve))
  })

/* Marks a stylesheet that did not arrive: nothing would ask for it again when its part is loaded again. [YE7] */
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset['failed'] = ''
  },
  { capture: true },
)

if (new URLSearchParams(location.search).has('server')) {
  const release = holdEarlyRequests()
  void import('./elsewhere/main-elsewhere.tsx').then(({ startPageElsewhere }) => startPageElsewhere(release))
} else {
  const servers = workerOpener()
  const release = holdEarlyRequests()
  void whenPainted()
    .then(() => import('./main.tsx'))
    .then(({ startPage }) => startPage(servers, release))
}
