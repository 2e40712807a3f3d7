import { errorText } from '#api/error-text.ts'
const CACHE_PREFIX = 'orchard-build-'

interface PrecacheList {
  readonly version: string
  readonly files: readonly string[]
}

/**
 * Caches this build for times when the host is unreachable: `api-sw.js` serves from the cache only what the network
 * does not, and files with a hash in their name. A newer build replaces the cache as a whole after all files arrived,
 * so nothing becomes stale. `note` is called with a line when that fails. [TR5]
 */
export async function precacheBuild(note: (line: string) => void): Promise<void> {
  if (!('caches' in window)) return
  try {
    const response = await fetch('./precache.json', { cache: 'no-store' })
    if (!response.ok) return
    const { version, files } = (await response.json()) as PrecacheList
    const name = CACHE_PREFIX + version
    const cache = await caches.open(name)
    // `addAll` stores all files or none, so the page itself is cached only if everything is.
    if ((await cache.match('./')) === undefined) await cache.addAll(['./', ...files])
    for (const key of await caches.keys()) if (key.startsWith(CACHE_PREFIX) && key !== name) await caches.delete(key)
  } catch (error) {
    // Offline, or the quota is exceeded: the page works without the cache, and the next visit tries again.
    note(`this build was not cached for offline use: ${errorText(error)}`)
  }
}
