import { callOut, type Outbound } from '#server/auth/outbound.ts'
import type { CompactToken } from './compact-token.ts'
import type { SignatureAlgorithm, VerificationKey } from './json-web-key.ts'
import { isSignedByOneOf, readKeySet } from './key-set.ts'

/** A token that arrives later than this causes a refetch, so that a withdrawn key stops working. */
const maxAgeMs = 5 * 60_000
/** As in go-oidc, an answer counts as stale this long before its headers state. */
const earlyMs = 30_000
/** Limits the refetches that tokens with unknown key ids can cause, after a burst. */
const refill = { burst: 5, everyMs: 10_000 }

const limits = { timeoutMs: 30_000, maxBytes: 8 * 1024 * 1024 }

/** The cached key set of an issuer. */
export interface RemoteKeySet {
  /**
   * Reports whether a key of the issuer signed the token. Refetches the key set if no cached key fits. @throws Error
   * if the fetch fails
   */
  verify(token: CompactToken, algorithm: SignatureAlgorithm): Promise<boolean>
  /** The state of the cache, for displays. */
  status(): { readonly keyIds: readonly string[]; readonly fetchedMs: number | null; readonly fetches: number }
}

interface Fetched {
  readonly keys: readonly VerificationKey[]
  readonly atMs: number
  readonly freshUntilMs: number
}

/**
 * Caches the key set of one URL. It is fetched at first use, for an unknown key id, and when the cached one is too
 * old. [JW6] [JW7]
 */
export function remoteKeySet(outbound: Outbound, url: string): RemoteKeySet {
  const { clock } = outbound
  let cached: Fetched | null = null
  let running: Promise<Fetched> | null = null
  let fetches = 0
  let allowance = { left: refill.burst, atMs: clock.now() }

  const spend = (): boolean => {
    const gained = Math.floor((clock.now() - allowance.atMs) / refill.everyMs)
    const left = Math.min(refill.burst, allowance.left + gained)
    allowance = { left, atMs: gained > 0 ? clock.now() : allowance.atMs }
    if (left === 0) return false
    allowance = { ...allowance, left: left - 1 }
    return true
  }
  const refresh = (): Promise<Fetched> => {
    if (running !== null) return running
    fetches += 1
    running = fetchKeys(outbound, url)
      .then((fetched) => (cached = fetched))
      .finally(() => {
        running = null
      })
    return running
  }
  const current = async (): Promise<Fetched> => {
    if (cached === null) return refresh()
    // The issuer may be unreachable for a while: the cached keys remain valid.
    return clock.now() - cached.atMs > maxAgeMs && spend() ? refresh().catch(() => cached ?? refresh()) : cached
  }
  return {
    async verify(token, algorithm) {
      const fetched = await current()
      if (await isSignedByOneOf(fetched.keys, token, algorithm)) return true
      if (clock.now() + earlyMs <= fetched.freshUntilMs || !spend()) return false
      return isSignedByOneOf((await refresh()).keys, token, algorithm)
    },
    status: () => ({ keyIds: cached?.keys.map(({ id }) => id) ?? [], fetchedMs: cached?.atMs ?? null, fetches }),
  }
}

async function fetchKeys(outbound: Outbound, url: string): Promise<Fetched> {
  const answer = await callOut(outbound, url, { headers: { accept: 'application/json' } }, limits)
  if (answer.status !== 200) throw new Error(`GET ${JSON.stringify(url)}: status ${answer.status}`)
  const read = readKeySet(answer.text)
  if ('error' in read) throw new Error(`GET ${JSON.stringify(url)}: ${read.error}`)
  const atMs = outbound.clock.now()
  return { keys: read.value, atMs, freshUntilMs: atMs + freshForMs(answer.headers, atMs) }
}

/** The time for which an answer may be cached, by `Cache-Control` or else `Expires`; 0 if neither is present. */
function freshForMs(headers: Headers, nowMs: number): number {
  const directives = (headers.get('cache-control') ?? '').toLowerCase().split(',')
  if (directives.some((each) => ['no-store', 'no-cache'].includes(each.trim()))) return 0
  const maxAge = directives
    .map((each) => /^\s*max-age="?(\d{1,9})"?\s*$/.exec(each)?.[1])
    .find((each) => each !== undefined)
  if (maxAge !== undefined) return Number(maxAge) * 1000
  const expires = Date.parse(headers.get('expires') ?? '')
  return Number.isNaN(expires) ? 0 : Math.max(0, expires - nowMs)
}
