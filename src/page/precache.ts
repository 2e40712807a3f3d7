const CACHE_PREFIX = 'orchard-build-'

interface PrecacheList {
  readonly version: string
  readonly files: readonly string[]
}

/**
 * Keeps a copy of this build for when the host is gone: `api-sw.js` answers from it only what the network does not, and
 * files whose name holds their hash. A newer build replaces it whole, after all of it arrived, so nothing goes stale. `note` gets a line when that fails. [TR5]
 */
export async function precacheBuild(note: (line: string) => void): Promise<void> {
  if (!('caches' in window)) return
  try {
    const response = await fetch('./precache.json', { cache: 'no-store' })
    if (!response.ok) return
    const { version, files } = (await response.json()) as PrecacheList
    const name = CACHE_PREFIX + version
    const cache = await caches.open(name)
    // `addAll` keeps all or nothing, so the page itself is there only when everything is.
    if ((await cache.match('./')) === undefined) await cache.addAll(['./', ...files])
    for (const key of await caches.keys()) if (key.startsWith(CACHE_PREFIX) && key !== name) await caches.delete(key)
  } catch (error) {
    // Offline, or no room: the page works as it is, and the next visit tries again.
    note(`this build was not kept for offline use: ${error instanceof Error ? error.message : String(error)}`)
  }
}
