import { errorText } from '#api/error-text.ts'
import type { Clock } from '#api/clock.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import type { AccessObserver } from './access-observer.ts'

/** Dependencies of outgoing calls. */
export interface Outbound {
  readonly fetch: OutboundFetch
  readonly clock: Clock
  /** Receives the outcome of calls. Default: no observer. */
  readonly observer?: AccessObserver
}

/** Verifies the other side's certificate against these authorities; `''` for the host's own. */
export const trusting = (outbound: Outbound, caBundle: string): Outbound =>
  caBundle === ''
    ? outbound
    : { ...outbound, fetch: (request, options) => outbound.fetch(request, { ...options, caBundle }) }

/** Uses the egress route that an issuer's `egressSelectorType` names; `''` for no proxy. [EG2] */
export const routed = (outbound: Outbound, egress: string): Outbound =>
  egress === 'cluster' || egress === 'controlplane'
    ? { ...outbound, fetch: (request, options) => outbound.fetch(request, { ...options, egress }) }
    : outbound

/** A response whose body was read completely. */
export interface OutboundAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Limits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/**
 * Sends a request and reads the response within limits of time and size.
 * @throws Error with a message for the operator: no connection, timeout, response too long, not UTF-8.
 */
export async function callOut(
  { fetch, clock }: Outbound,
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: Limits,
): Promise<OutboundAnswer> {
  const what = `${init.method ?? 'GET'} ${JSON.stringify(url)}`
  const stop = new AbortController()
  let disarm = (): void => undefined
  const late = new Promise<never>((_, reject) => {
    disarm = clock.after(timeoutMs, () => {
      stop.abort()
      reject(new Error(`no answer within ${timeoutMs / 1000}s`))
    })
  })
  const answered = (async () => {
    const response = await fetch(new Request(url, { ...init, signal: stop.signal }))
    return { status: response.status, headers: response.headers, text: await readLimited(response, maxBytes) }
  })()
  // The promise that loses the race must not end as an unhandled rejection.
  answered.catch(() => undefined)
  try {
    return await Promise.race([answered, late])
  } catch (error) {
    throw new Error(`${what}: ${errorText(error)}`, { cause: error })
  } finally {
    disarm()
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  let size = 0
  for (;;) {
    // A stream can only be read sequentially.
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw new Error(`the answer is longer than ${maxBytes} bytes`)
    }
    parts.push(decoder.decode(value, { stream: true }))
  }
  parts.push(decoder.decode())
  return parts.join('')
}
