import { holdEarlyRequests } from './early-fetch.ts'
import { workerOpener } from './open-worker.ts'

/*
 * The page's first script. It starts the server's worker before anything else is loaded, so that the worker reads its
 * script and opens the database while the page reads its own. A page of a server elsewhere starts no worker. [PF6]
 */

if (new URLSearchParams(location.search).has('server')) {
  const release = holdEarlyRequests()
  void import('./elsewhere/main-elsewhere.tsx').then(({ startPageElsewhere }) => startPageElsewhere(release))
} else {
  const servers = workerOpener()
  const release = holdEarlyRequests()
  void import('./main.tsx').then(({ startPage }) => startPage(servers, release))
}
