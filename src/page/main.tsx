import { createRoot } from 'react-dom/client'
import { showPage } from '#ui/shell/app.tsx'
import { Connection, type ServerPlace } from '#wire/connection.ts'
import type { WebLocks } from '#wire/web-locks.ts'
import { chosenCluster, leaveMissingCluster } from './chosen-cluster.ts'
import { DirectOffers } from './direct-offers.ts'
import { createHostStore, type HostStore } from './host-store.ts'
import type { ServerWorkers } from './open-worker.ts'
import { precacheBuild } from './precache.ts'
import { prefetchBenches } from './prefetch-benches.ts'
import { followLinksOfAddress, openLinkOfAddress } from './shared-link.ts'
import { addedHeaders, type Answer, toCluster, toWireRequest } from './to-wire-request.ts'
import { TerminalLink } from './terminal-link.ts'
import { Transport } from './transport.ts'

const PRECACHE_AFTER_MS = 3_000
/** Maximum wait of the decision how `fetch` reaches the server for the first drawing, in milliseconds. */
const TRANSPORT_AFTER_MS = 3_000
const locks: WebLocks | null = 'locks' in navigator ? navigator.locks : null

/** Not `randomUUID`, which is missing on insecure pages: these get a message from the host's status instead. */
const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Reports whether the person asked the browser to load little, as on a metered connection. */
const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { readonly saveData?: boolean } | undefined)?.saveData === true

/** Loads what the page needs later, and keeps the build for use without a network. */
function keepForLater(host: HostStore): void {
  if (!import.meta.env.PROD || savesData()) return
  // Not before the page can be used, because the editor alone is some megabytes.
  setTimeout(() => {
    precacheBuild(host.note)
    // A bench that could not be loaded says so when it is opened.
    void prefetchBenches().catch(() => undefined)
  }, PRECACHE_AFTER_MS)
}

/**
 * Connects to the server, shows the page, and lets `fetch` reach the server; calls `reachable` once it does. Called once.
 */
export async function startPage(servers: ServerWorkers, reachable: () => void): Promise<void> {
  const host = createHostStore({
    restart: async () => connection.restart(),
    takeOver: async () => connection.restart(),
    retryTransport: () => transport.retry((choice) => host.transport(choice)),
  })
  let place: ServerPlace | 'none' = 'none'
  let offers: DirectOffers | null = null
  const connection = new Connection({
    openPort: servers.openPort,
    locks,
    newId,
    report(news) {
      place = news.type === 'connected' ? news.place : news.type === 'lost' ? 'none' : place
      // The new server is offered with the next request.
      if (news.type === 'lost') offers?.withdraw()
      host.connection(news)
    },
  })
  servers.whenBroken((message) => {
    if (!connection.startAgain()) host.connection({ type: 'storage', status: { type: 'error', message } })
  })

  /** Reaches the server before the page's transport is chosen. */
  const early: typeof fetch = async (input, init) =>
    connection.fetch(toCluster(await toWireRequest(new Request(input, init)), ''))
  await openLinkOfAddress(early)
  followLinksOfAddress()
  const cluster = chosenCluster()
  const answer: Answer = (request) => connection.fetch(toCluster(request, cluster))
  offers = new DirectOffers({
    page: newId(),
    locks,
    headers: addedHeaders(cluster),
    open: () => (place === 'own-shared' || place === 'own-dedicated' ? servers.openDirect() : null),
  })
  const reach = { answer, confirm: (id: string) => connection.confirm(id), offers }
  const transport = new Transport(reach, (choice) => host.transport(choice))
  reachable()
  const terminal = new TerminalLink({ send: (request) => connection.fetch(request), cluster })

  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  void showPage(createRoot(root), { ways: transport, host, terminal }).then(() => {
    void transport.begin()
    keepForLater(host)
  })
  // A server that never answers must not keep `fetch` from being decided.
  setTimeout(() => void transport.begin(), TRANSPORT_AFTER_MS)

  void leaveMissingCluster(cluster, transport.read)

  // When a card of the host is needed, its file may not be within reach any more.
  setTimeout(() => void import('#ui/shell/notices/host-cards.tsx').catch(() => undefined), PRECACHE_AFTER_MS)
}
