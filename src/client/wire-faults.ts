/** Faults of the requests of one client. */
export interface WireFaults {
  /** Milliseconds before a request is sent. */
  readonly delayMs: number
  /** `request`: it never arrives. `answer`: the server acts, and the client does not hear of it. */
  readonly drop: '' | 'request' | 'answer'
  /** The request arrives twice, and the client sees the first answer. */
  readonly isDuplicated: boolean
  /** Seconds of `Retry-After` of a 429 in place of the server's answer; 0 for none. */
  readonly retryAfter: number
  /** The body breaks off after so many bytes; 0 for never. */
  readonly cutAt: number
  /** Milliseconds that the client's clock is fast; negative for slow. */
  readonly skewMs: number
  /** The faults meet every n-th request. The delay and the clock meet all. */
  readonly every: number
}

export const noWireFaults: WireFaults = {
  delayMs: 0,
  drop: '',
  isDuplicated: false,
  retryAfter: 0,
  cutAt: 0,
  skewMs: 0,
  every: 1,
}

/** The error with which `fetch` rejects when a connection breaks. */
const broken = (): TypeError => new TypeError('Failed to fetch: the connection broke')

/** The 429 that a server or a proxy sends before it looks at a request. */
function tooMany(seconds: number): Response {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'Too many requests, please try again later.',
    reason: 'TooManyRequests',
    details: { retryAfterSeconds: seconds },
    code: 429,
  }
  const headers = { 'content-type': 'application/json', 'retry-after': String(seconds) }
  return new Response(JSON.stringify(status), { status: 429, headers })
}

/** Returns an answer whose body breaks off after `bytes`. [ACT2] */
function cut(response: Response, bytes: number): Response {
  if (response.body === null) return response
  const reader = response.body.getReader()
  let left = bytes
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (left === 0) {
          void reader.cancel()
          return controller.error(broken())
        }
        const { done, value } = await reader.read()
        if (done) return controller.close()
        const part = value.subarray(0, left)
        left -= part.byteLength
        return controller.enqueue(part)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // An error discards what still waits, so nothing may be read ahead of the client.
    { highWaterMark: 0 },
  )
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
}

/** Discards an answer that nobody reads. */
const discard = (response: Response): void => void response.body?.cancel()

/** Sends a request that the faults meet. */
async function meet(request: Request, send: typeof fetch, faults: WireFaults): Promise<Response> {
  if (faults.retryAfter > 0) return tooMany(faults.retryAfter)
  if (faults.drop === 'request') throw broken()
  const again = faults.isDuplicated ? request.clone() : null
  const answer = await send(request)
  if (again !== null) discard(await send(again))
  if (faults.drop === 'answer') {
    discard(answer)
    throw broken()
  }
  return faults.cutAt > 0 ? cut(answer, faults.cutAt) : answer
}

export interface WireOptions {
  /** Read for each request. */
  readonly faults: () => WireFaults
  readonly pause: (ms: number) => Promise<void>
  /** Called for each request that is met by a fault. */
  readonly onMet: () => void
}

/** Returns a `fetch` whose requests to the API meet faults on their way. All others pass. [ACT1] */
export function faultyFetch(send: typeof fetch, { faults, pause, onMet }: WireOptions): typeof fetch {
  let count = 0
  return async (input, init) => {
    const now = faults()
    if (now === noWireFaults) return send(input, init)
    const request = new Request(input, init)
    if (!/\/apis?\//.test(new URL(request.url).pathname)) return send(request)
    if (now.delayMs > 0) await pause(now.delayMs)
    request.signal.throwIfAborted()
    count += 1
    const isHit = count % Math.max(1, now.every) === 0
    const isFaulty = now.retryAfter > 0 || now.drop !== '' || now.isDuplicated || now.cutAt > 0
    if (!isHit || !isFaulty) return send(request)
    onMet()
    return meet(request, send, now)
  }
}
