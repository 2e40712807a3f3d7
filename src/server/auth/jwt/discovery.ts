import { isObject, type Json } from '#api/json.ts'
import { callOut, type Outbound } from '#server/auth/outbound.ts'
import { type RemoteKeySet, remoteKeySet } from './remote-key-set.ts'

/** The interval between attempts to reach an issuer whose discovery has not succeeded yet. */
const retryMs = 10_000

const limits = { timeoutMs: 30_000, maxBytes: 1024 * 1024 }

/** The keys of an issuer, found through its discovery document. */
export interface Discovery {
  /** `null` until discovery has succeeded. */
  keys(): RemoteKeySet | null
  /** The last error; `null` before the first attempt ended and after success. */
  error(): string | null
  /** Settles when the first attempt ended, whether it succeeded or failed. */
  readonly firstTry: Promise<void>
  stop(): void
}

/** The URL of an issuer's discovery document. */
export const discoveryAddress = ({
  url,
  discoveryURL = '',
}: {
  url: string
  discoveryURL?: string | undefined
}): string =>
  discoveryURL === '' ? `${url.endsWith('/') ? url.slice(0, -1) : url}/.well-known/openid-configuration` : discoveryURL

/**
 * Requests the discovery document at once and then every ten seconds until it is received and names the issuer. [JW4]
 */
export function startDiscovery(
  outbound: Outbound,
  issuer: { readonly url: string; readonly discoveryURL?: string | undefined },
): Discovery {
  let keys: RemoteKeySet | null = null
  let error: string | null = null
  let cancel: () => void = () => undefined
  let isStopped = false
  const attempt = async (): Promise<void> => {
    try {
      keys = remoteKeySet(outbound, await findKeySet(outbound, issuer))
      error = null
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure)
      if (!isStopped) cancel = outbound.clock.after(retryMs, () => void attempt())
    }
  }
  return {
    firstTry: attempt(),
    keys: () => keys,
    error: () => error,
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}

/**
 * Returns the URL of an issuer's key set. @throws Error if the document cannot be fetched or names another issuer.
 */
async function findKeySet(
  outbound: Outbound,
  issuer: { url: string; discoveryURL?: string | undefined },
): Promise<string> {
  const address = discoveryAddress(issuer)
  const answer = await callOut(outbound, address, { headers: { accept: 'application/json' } }, limits)
  const what = `GET ${JSON.stringify(address)}`
  if (answer.status !== 200) throw new Error(`${what}: status ${answer.status}`)
  const document = parse(answer.text)
  if (!isObject(document)) throw new Error(`${what}: the discovery document is no JSON object`)
  const { issuer: named, jwks_uri: keys } = document
  if (named !== issuer.url)
    throw new Error(`${what}: the document is of issuer ${JSON.stringify(named)}, not ${JSON.stringify(issuer.url)}`)
  if (typeof keys !== 'string' || keys === '') throw new Error(`${what}: the document names no jwks_uri`)
  return keys
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
