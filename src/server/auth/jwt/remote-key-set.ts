import { callOut, type Outbound } from '../outbound.ts'
import type { CompactToken } from './compact-token.ts'
import type { SignatureAlgorithm, VerificationKey } from './json-web-key.ts'
import { isSignedByOneOf, readKeySet } from './key-set.ts'

/** Keys are asked for again when a token comes after this time, so that a withdrawn key does not live on. */
const maxAgeMs = 5 * 60_000
/** As go-oidc: an answer counts as stale this long before its headers say so. */
const earlyMs = 30_000
/** Tokens with made-up key ids can't make the server ask more often than this, after a burst. */
const refill = { burst: 5, everyMs: 10_000 }

const limits = { timeoutMs: 30_000, maxBytes: 8 * 1024 * 1024 }

/** The keys that an issuer publishes. */
export interface RemoteKeySet {
  /** Whether a key of the issuer signed the token. Asks the issuer anew when none that is known fits. @throws Error when it can't be asked. */
  verify(token: CompactToken, algorithm: SignatureAlgorithm): Promise<boolean>
  /** What is known of the keys, for displays. */
  status(): { readonly keyIds: readonly string[]; readonly fetchedMs: number | null; readonly fetches: number }
}

interface Fetched {
  readonly keys: readonly VerificationKey[]
  readonly atMs: number
  readonly freshUntilMs: number
}

/** Keeps the key set of one URL: asked for at first use, when a key id is unknown, and when it is old. [JW6] [JW7] */
export function remoteKeySet(outbound: Outbound, url: string): RemoteKeySet {
  const { clock } = outbound
  let known: Fetched | null = null
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
      .then((fetched) => (known = fetched))
      .finally(() => {
        running = null
      })
    return running
  }
  const current = async (): Promise<Fetched> => {
    if (known === null) return refresh()
    // The issuer may be away for a while: what was known goes on to count.
    return clock.now() - known.atMs > maxAgeMs && spend() ? refresh().catch(() => known ?? refresh()) : known
  }
  return {
    async verify(token, algorithm) {
      const fetched = await current()
      if (await isSignedByOneOf(fetched.keys, token, algorithm)) return true
      if (clock.now() + earlyMs <= fetched.freshUntilMs || !spend()) return false
      return isSignedByOneOf((await refresh()).keys, token, algorithm)
    },
    status: () => ({ keyIds: known?.keys.map(({ id }) => id) ?? [], fetchedMs: known?.atMs ?? null, fetches }),
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

/** How long an answer may be kept, by `Cache-Control` or else `Expires`; 0 when it does not say. */
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
