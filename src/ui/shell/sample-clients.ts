import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { createChainsPart } from '#ui/parts/pages/chains-part.ts'
import type { LaneSpec } from '#ui/parts/watches/lanes-state.ts'
import { createLanesPart } from '#ui/parts/watches/lanes-part.ts'

const books = '/apis/catalog.example/v1/namespaces/shop/books'
/** Number of events after which the second watch loses its connection. */
const behindAfter = 14

const watch = (name: string, path: string, resourceVersion: string): LaneSpec => ({
  name,
  path,
  start: resourceVersion === '' ? 'most-recent' : 'exact',
  resourceVersion,
  labelSelector: '',
  fieldSelector: '',
  bookmarks: true,
})

/**
 * Opens the clients of the book shop as the person's own: a watch that keeps up, one that lost its connection and is
 * behind, one that starts before the kept history and gets 410, and a paged list of which two pages are read. [SD7]
 */
export function openSampleClients(lab: Lab): void {
  const lanes = partState(lab, createLanesPart)
  const chains = partState(lab, createChainsPart)
  const { compacted } = lab.cluster.getState()
  lanes.open(watch('deployments', '/apis/apps/v1/namespaces/shop/deployments', ''))
  lanes.open(watch('stock page', books, String(compacted)), behindAfter)
  lanes.open(watch('old reader', '/api/v1/namespaces/shop/configmaps', '1'))
  chains.start({ path: books, limit: 2, labelSelector: '' }, 2)
  save('sample-clients', { isOpened: true })
}

/** Closes the person's watches and paged lists: the cluster that they read was replaced. */
export function closeClients(lab: Lab): void {
  const lanes = partState(lab, createLanesPart)
  const chains = partState(lab, createChainsPart)
  for (const { id } of lanes.store.getState().lanes) lanes.close(id)
  for (const { id } of chains.store.getState().chains) chains.close(id)
}

/** Reports whether the cluster has the book shop's Deployment `web` and its books. */
function isBookShop(lab: Lab): boolean {
  const { collections } = lab.objects.getState()
  return (
    collections.get('apps.v1.deployments')?.items.has('shop/web') === true &&
    (collections.get('catalog.example.v1.books')?.items.size ?? 0) > 0
  )
}

/** Opens the clients of the book shop once, at the first visit. Returns a function that stops waiting for it. [SD7] */
export function followSampleClients(lab: Lab): () => void {
  if (readSaved('sample-clients', { isOpened: false }).isOpened) return () => undefined
  const stops: (() => void)[] = []
  const stop = (): void => stops.splice(0).forEach((end) => end())
  const openWhenReady = (): void => {
    if (!isBookShop(lab) || lab.cluster.getState().rows.length === 0) return
    stop()
    openSampleClients(lab)
  }
  // Objects and facts come in either order.
  stops.push(lab.objects.subscribe(openWhenReady), lab.cluster.subscribe(openWhenReady))
  openWhenReady()
  return stop
}
