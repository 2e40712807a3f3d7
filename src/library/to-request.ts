import { lazyRequest } from '#api/bodies/lazy-request.ts'

/** The origin of requests that are given as a path. */
export const ORIGIN = 'http://orchard.invalid'

/** Methods of the API. The platform changes or refuses some of the others. */
const usualMethods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Returns the request that the platform's `fetch` would send for these arguments. The platform's constructor is left
 * out where that changes nothing, because it costs more than the server needs for a read: it copies the body of another
 * request through three streams.
 *
 * @throws TypeError for arguments that `fetch` refuses
 */
export function toRequest(input: Request | URL | string, init?: RequestInit): Request {
  if (input instanceof Request)
    return init === undefined && !input.bodyUsed && input.body?.locked !== true ? input : new Request(input, init)
  if (!isPath(input)) return new Request(input, init)
  return usualRequest(ORIGIN + input, init) ?? new Request(ORIGIN + input, init)
}

/** Reports whether a request is given as a path of the server. */
export const isPath = (input: Request | URL | string): input is string =>
  typeof input === 'string' && input.startsWith('/')

/** Reports whether the platform would take the options as they are. */
function isUsual({ method = 'GET', body = null, signal = null, ...more }: RequestInit): boolean {
  const isBodyKept = body === null || (typeof body === 'string' && method !== 'GET')
  const isSignalKept = signal === null || signal instanceof AbortSignal
  return usualMethods.has(method) && isBodyKept && isSignalKept && Object.keys(more).every((name) => name === 'headers')
}

/** Returns `null` for options that the platform has to read. */
function usualRequest(url: string, init: RequestInit = {}): Request | null {
  if (!isUsual(init)) return null
  const { method = 'GET', body, signal } = init
  const headers = new Headers(init.headers)
  const isText = typeof body === 'string'
  if (isText && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return lazyRequest({
    method,
    url,
    headers,
    body: isText ? new TextEncoder().encode(body) : null,
    // The platform's way to follow a signal that many requests share.
    signal: () => (signal ? new Request(ORIGIN, { signal }) : new AbortController()).signal,
  })
}
