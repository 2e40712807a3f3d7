import { isSecretParameter } from '#facts/shown-url.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import type { SentRequest } from '#ui/model/sent-requests.ts'

interface NamedValue {
  readonly name: string
  readonly value: string
}

/** One request as an entry of a HTTP Archive 1.2. Sizes in bytes, -1 when unknown; times in milliseconds. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly never[]
    readonly headers: readonly NamedValue[]
    readonly queryString: readonly NamedValue[]
    readonly headersSize: -1
    readonly bodySize: number
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly never[]
    readonly headers: readonly NamedValue[]
    readonly content: { readonly size: number; readonly mimeType: string }
    readonly redirectURL: string
    readonly headersSize: -1
    readonly bodySize: number
  }
  readonly cache: Readonly<Record<string, never>>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment: string
}

export interface Har {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly entries: readonly HarEntry[]
  }
}

const secretHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-auth-token',
])

const removed = 'REMOVED'

/** Replaces the values of parameters that may hold credentials, and drops user and password. */
function withoutSecrets(target: string, origin: string): URL {
  const url = new URL(target, origin)
  url.username = ''
  url.password = ''
  for (const name of new Set(url.searchParams.keys())) {
    if (isSecretParameter(name)) url.searchParams.set(name, removed)
  }
  return url
}

const headersOf = (request: FinishedRequest, sent: SentRequest | undefined): readonly NamedValue[] => {
  const known = (sent?.headers ?? []).filter(([name]) => !secretHeaders.has(name.toLowerCase()))
  const agent = known.some(([name]) => name.toLowerCase() === 'user-agent') || request.userAgent === ''
  return [
    ...known.map(([name, value]) => ({ name, value })),
    ...(agent ? [] : [{ name: 'User-Agent', value: request.userAgent }]),
  ]
}

const stageWords = ({ stages }: FinishedRequest): string =>
  stages.map(({ stage, durationMs, outcome }) => `${stage} ${durationMs.toFixed(2)} ms ${outcome}`).join(', ')

function toEntry(request: FinishedRequest, sent: SentRequest | undefined, origin: string): HarEntry {
  const url = withoutSecrets(request.url, origin)
  const size = Math.max(-1, request.bytesOut)
  return {
    startedDateTime: new Date(request.timeMs).toISOString(),
    time: request.durationMs,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request, sent),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: request.bytesIn,
    },
    response: {
      status: request.status,
      statusText: request.reason,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [{ name: 'Audit-Id', value: request.auditId }],
      content: { size, mimeType: 'application/json' },
      redirectURL: '',
      headersSize: -1,
      bodySize: size,
    },
    cache: {},
    timings: { send: 0, wait: request.durationMs, receive: 0 },
    comment: `${request.actor}; ${stageWords(request)}`,
  }
}

/**
 * Returns requests as a HTTP Archive, oldest first. Bodies are never included, since Secrets and tokens travel in them.
 * `sentOf` returns what this page sent, with the headers, if it is known. [DOC8]
 */
export function toHar(
  requests: readonly FinishedRequest[],
  sentOf: (id: number) => SentRequest | undefined,
  origin: string,
): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Orchard', version: '1' },
      entries: requests.map((request) => toEntry(request, sentOf(request.id), origin)),
    },
  }
}
