const CACHE_PREFIX = 'orchard-build-'

interface PrecacheList {
  readonly version: string
  readonly files: readonly string[]
}

/** The part of the browser that keeps files. */
export interface FileKeeping {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>
  readonly fetch: typeof fetch
}

/**
 * Caches this build for times when the host is unreachable: `api-sw.js` serves from the cache only what the network
 * does not, and files with a hash in their name. A newer build replaces the cache as a whole after all files arrived,
 * so nothing becomes stale. It runs in the service worker, because each file that a page fetches passes through the service
 * worker, which takes a third more processor time. [TR5]
 * @throws when the host does not answer, or the quota is exceeded: the next visit tries again.
 */
export async function keepBuild({ caches, fetch }: FileKeeping): Promise<void> {
  const response = await fetch('./precache.json', { cache: 'no-store' })
  if (!response.ok) return
  const { version, files } = (await response.json()) as PrecacheList
  const name = CACHE_PREFIX + version
  const cache = await caches.open(name)
  // `addAll` stores all files or none, so the page itself is cached only if everything is.
  if ((await cache.match('./')) === undefined) await cache.addAll(['./', ...files])
  for (const key of await caches.keys()) if (key.startsWith(CACHE_PREFIX) && key !== name) await caches.delete(key)
}
