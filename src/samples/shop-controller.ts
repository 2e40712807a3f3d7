import type { ApiObject } from '#api/object-meta.ts'
import type { JsonObject } from '#api/json.ts'
import { followCollection } from '#client/follow.ts'
import { shopController } from './book-shop/cast.ts'
import { deploymentPath, isSettled, rolloutStatus } from './book-shop/rollout.ts'
import { sendAs } from './send-as.ts'

export interface ShopControllerOptions {
  readonly fetch: typeof fetch
  readonly origin: string
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/** Milliseconds until the first pods of a rollout are ready, and again until the last is. */
const readyMs = 900
const collection = '/apis/apps/v1/namespaces/shop/deployments'

/**
 * Simulates the controller of the sample's Deployments: when one changes, its status follows in two steps, as pods
 * become ready. It is an ordinary client with the permissions of its role. Returns a function that stops it. [SD4]
 */
export function startShopController(options: ShopControllerOptions): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const send = sendAs(options.fetch, options.origin, shopController)
  const busy = new Set<string>()

  const report = async (name: string, deployment: JsonObject, ready?: number): Promise<void> => {
    const answer = await send(`${deploymentPath(name)}/status?fieldManager=${shopController.manager}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(rolloutStatus(deployment, options.now(), ready)),
      signal,
    })
    await answer.body?.cancel()
  }
  const rollOut = async (deployment: ApiObject): Promise<void> => {
    const name = deployment.metadata.name ?? ''
    const object = deployment as JsonObject
    if (busy.has(name) || isSettled(object)) return
    busy.add(name)
    try {
      await options.pause(readyMs)
      await report(name, object, readyBefore(object))
      await options.pause(readyMs)
    } finally {
      busy.delete(name)
    }
    if (!signal.aborted) await report(name, object)
  }
  const see = (deployment: ApiObject): void => {
    rollOut(deployment).catch((error: unknown) => {
      if (!(error instanceof TypeError) && !signal.aborted) throw error
    })
  }
  void followCollection({
    fetch: send,
    path: collection,
    signal,
    pause: options.pause,
    onList: (items) => items.forEach(see),
    onEvent: ({ type, object }) => {
      if (type === 'ADDED' || type === 'MODIFIED') see(object)
    },
  })
  return () => stopping.abort()
}

/** Returns the number of replicas that are ready in the first step: one fewer than wanted. */
function readyBefore(deployment: JsonObject): number {
  const spec = deployment['spec'] as JsonObject
  return Math.max(0, Number(spec['replicas'] ?? 1) - 1)
}
