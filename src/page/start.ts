import { holdEarlyRequests } from './early-fetch.ts'
import { workerOpener } from './open-worker.ts'

/*
 * The page's first script. It starts the server's worker before anything else is loaded, so that the worker reads its
 * script and opens the database while the page reads its own. [PF6]
 */

const servers = workerOpener()
const release = holdEarlyRequests()

void import('./main.tsx').then(({ startPage }) => startPage(servers, release))
