import type { Json, JsonObject } from '#api/json.ts'
import { alice, bob, carol } from './book-shop/cast.ts'
import { deploymentPath } from './book-shop/rollout.ts'
import { sendAs } from './send-as.ts'

const books = '/apis/catalog.example/v1/namespaces/shop/books'
const deployments = '/apis/apps/v1/namespaces/shop/deployments'

interface ListBody {
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string }
}

const read = async (response: Response): Promise<ListBody> => (await response.json()) as ListBody

/** Reads a stream to its end. */
async function drain(response: Response): Promise<void> {
  const reader = response.body?.getReader()
  while (reader !== undefined && !(await reader.read()).done);
}

/** Starts a watch that keeps up. */
async function followDeployments(send: typeof fetch, signal: AbortSignal): Promise<void> {
  const { metadata } = await read(await send(deployments))
  await drain(
    await send(`${deployments}?watch=1&allowWatchBookmarks=true&resourceVersion=${metadata.resourceVersion}`, {
      signal,
    }),
  )
}

/** Starts a watch at a past revision whose reader stops after the first chunk, so that it falls behind. */
async function fallBehind(send: typeof fetch, from: string, signal: AbortSignal): Promise<void> {
  const response = await send(`${books}?watch=1&resourceVersion=${from}`, { signal })
  await response.body?.getReader().read()
}

/** Starts a watch at a compacted revision: it ends with 410 immediately. */
async function watchTooOld(send: typeof fetch): Promise<void> {
  await drain(await send('/api/v1/namespaces/shop/configmaps?watch=1&resourceVersion=1'))
}

/** Reads two of three pages of a list. */
async function readTwoPages(send: typeof fetch): Promise<void> {
  const first = await read(await send(`${books}?limit=2`))
  await drain(await send(`${books}?limit=2&continue=${encodeURIComponent(first.metadata.continue ?? '')}`))
}

/** Sends an update with an outdated resourceVersion: 409. */
async function loseRace(send: typeof fetch, stale: string): Promise<void> {
  const path = deploymentPath('web')
  const current = (await (await send(path)).json()) as JsonObject
  const body: Json = { ...current, metadata: { ...(current['metadata'] as JsonObject), resourceVersion: stale } }
  const headers = { 'content-type': 'application/json' }
  await drain(await send(`${path}?fieldManager=${bob.manager}`, { method: 'PUT', headers, body: JSON.stringify(body) }))
}

/**
 * Starts clients of the sample cluster that only read, or fail: two watches (one falls behind), one that receives a
 * 410, a partly read list, and an update that receives a conflict. `past` is a readable revision older than the newest.
 * Returns a function that ends the streams. [SD5]
 */
export function startVisitors(fetcher: typeof fetch, origin: string, past: string): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const as = (actor: typeof alice): typeof fetch => sendAs(fetcher, origin, actor)
  const all = [
    followDeployments(as(alice), signal),
    fallBehind(as(bob), past, signal),
    watchTooOld(as(carol)),
    readTwoPages(as(carol)),
    loseRace(as(bob), past),
  ]
  for (const visit of all) {
    visit.catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return () => stopping.abort()
}
