import type { Json, JsonObject } from '#api/json.ts'
import { bob } from './book-shop/cast.ts'
import { deploymentPath } from './book-shop/rollout.ts'
import { sendAs } from './send-as.ts'

const deployments = '/apis/apps/v1/namespaces/shop/deployments'

interface ListBody {
  readonly metadata: { readonly resourceVersion?: string }
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

/** Sends an update with an outdated resourceVersion: 409. */
async function loseRace(send: typeof fetch, stale: string): Promise<void> {
  const path = deploymentPath('web')
  const current = (await (await send(path)).json()) as JsonObject
  const body: Json = { ...current, metadata: { ...(current['metadata'] as JsonObject), resourceVersion: stale } }
  const headers = { 'content-type': 'application/json' }
  await drain(await send(`${path}?fieldManager=${bob.manager}`, { method: 'PUT', headers, body: JSON.stringify(body) }))
}

/**
 * Starts bob's clients of the sample cluster: a watch, and an update that receives a conflict because it is based on
 * the readable revision `past`. Returns a function that ends the watch. [SD5]
 */
export function startVisitors(fetcher: typeof fetch, origin: string, past: string): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const send = sendAs(fetcher, origin, bob)
  for (const visit of [followDeployments(send, signal), loseRace(send, past)]) {
    visit.catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return () => stopping.abort()
}
