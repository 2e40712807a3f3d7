import { createRoot } from 'react-dom/client'
import { CLUSTERS_PATH, type ClusterInfo, type DebugClusters } from '#facts/clusters-api.ts'
import { CellApp } from '#ui/cell/cell-app.tsx'
import { type CellAddress, parseCell } from '#ui/cell/cell-address.ts'
import { openShared } from '#ui/parts/share/open-link.ts'
import { LESSON_LINK_START } from '#share/find-link.ts'
import { Connection } from '#wire/connection.ts'
import { dropUnused, holdCluster } from './cell-clusters.ts'
import { createHostStore } from './host-store.ts'
import { workerOpener } from './open-worker.ts'
import { toCluster, toWireRequest } from './to-wire-request.ts'

/*
 * The page of a cell: `cell.html`. It shares the worker with other pages of its origin, and reaches it directly: a frame
 * has no need of a service worker.
 */

const cell = parseCell(location.search)
if (cell.theme !== null) document.documentElement.dataset.theme = cell.theme

/** Browsers that block the storage of embedded pages of other sites throw a SecurityError. */
const reasonOf = (error: Error): string =>
  error instanceof DOMException && error.name === 'SecurityError'
    ? 'this browser blocks the storage of embedded pages. Open this page by itself, or allow its site to store data.'
    : error.message

/** The embedding page sends its theme. */
addEventListener('message', (event: MessageEvent<{ readonly cellTheme?: unknown } | null>) => {
  const theme = event.data?.cellTheme
  if (event.source === parent && (theme === 'light' || theme === 'dark')) document.documentElement.dataset.theme = theme
})

const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
const host = createHostStore({
  restart: async () => connection.restart(),
  takeOver: async () => connection.restart(),
  retryTransport: async () => undefined,
})
const servers = workerOpener()
const connection = new Connection({
  openPort: servers.openPort,
  locks: 'locks' in navigator ? navigator.locks : null,
  newId,
  report: (news) => host.connection(news),
})
servers.whenBroken((message) => {
  if (!connection.startAgain()) host.connection({ type: 'storage', status: { type: 'error', message } })
})
const reach =
  (cluster: string): typeof fetch =>
  async (input, init) =>
    connection.fetch(toCluster(await toWireRequest(new Request(input, init)), cluster))

/** The clusters of cells are named by their page, so that cells of one page share one and pages do not. [EM3] */
async function openCluster({
  page,
  show,
  lesson,
}: CellAddress): Promise<{ readonly name: string; readonly title: string }> {
  const read = reach('')
  // A lesson makes its own objects, and nobody else may write to its cluster. [EM10]
  if (show.includes('lesson'))
    return { name: await createCluster(read, `cells ${newId()}`, 'empty'), title: `lesson ${lesson}`.trim() }
  if (location.hash.startsWith('#l=')) {
    const result = await openShared(read, location.hash, { page: page === '' ? newId() : page })
    if (result.type === 'refused') throw new Error(result.words)
    return { name: result.name, title: result.title }
  }
  const title = `cells ${page}`
  const { clusters } = (await (await read(CLUSTERS_PATH)).json()) as DebugClusters
  const known = clusters.find((cluster) => cluster.title === title && cluster.deletedMs === undefined)
  if (known !== undefined) return { name: known.name, title: 'book shop' }
  return { name: await createCluster(read, title, 'sample'), title: 'book shop' }
}

async function createCluster(read: typeof fetch, title: string, type: 'sample' | 'empty'): Promise<string> {
  const response = await read(CLUSTERS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, from: { type } }),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as ClusterInfo).name
}

/** The address in the whole page: this moment, or the step of the lesson. */
function wholeAddress({ show, lesson, step }: CellAddress): string {
  const isOfLesson = show.includes('lesson') && !location.hash.startsWith(LESSON_LINK_START)
  if (isOfLesson) return `./?room=lessons&lesson=${lesson}&step=${step}`
  return location.hash.startsWith('#l=') ? `./${location.hash}` : './'
}

/** Says why the cell cannot run, with a link to the whole page; the page around it keeps its own text above. [EM1] */
function showFailure(element: Element, reason: string): void {
  const words = document.createElement('p')
  Object.assign(words.style, { margin: '0', padding: '4px 8px', font: 'var(--t-13)', color: 'var(--text-2)' })
  document.body.style.margin = '0'
  const link = document.createElement('a')
  Object.assign(link, { href: wholeAddress(cell), target: '_blank', rel: 'noopener', textContent: 'Open in Orchard' })
  Object.assign(link.style, { color: 'var(--accent)', textDecoration: 'underline' })
  words.append(`This cell cannot run here: ${reason} `, link)
  element.replaceChildren(words)
  parent.postMessage({ cellHeight: Math.ceil(words.getBoundingClientRect().height), cellFailed: true }, '*')
}

const root = document.querySelector('#root')
if (root === null) throw new Error('cell.html has no #root')
try {
  // One cell at a time: the second one of a page finds the cluster of the first.
  const place = { storage: localStorage, locks: navigator.locks, read: reach('') }
  const { name, title } = await navigator.locks.request('orchard-cells', async () => {
    const opened = await openCluster(cell)
    await holdCluster(place, opened.name)
    await dropUnused(place)
    return opened
  })
  createRoot(root).render(
    <CellApp apiFetch={reach(name)} host={host} cell={cell} title={title} whole={wholeAddress(cell)} />,
  )
} catch (error) {
  if (!(error instanceof Error)) throw error
  showFailure(root, reasonOf(error))
}
