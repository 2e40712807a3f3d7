import { rememberBody, rememberReader } from './known-body.ts'

/** The parts from which a Request can be created later. */
export interface LazyRequestParts {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** A function reads the body when it is needed. */
  readonly body: Uint8Array<ArrayBuffer> | null | (() => Promise<Uint8Array<ArrayBuffer>>)
  /** Called on first use, because a signal is expensive and rarely used. */
  readonly signal: () => AbortSignal
}

const parts = new WeakMap<object, LazyRequestParts>()
const reals = new WeakMap<object, Request>()

function partsOf(request: object): LazyRequestParts {
  const known = parts.get(request)
  if (known === undefined) throw new TypeError('not a request of lazyRequest')
  return known
}

/** Methods that the `Request` constructor refuses. */
const unspeakable = new Set(['TRACE', 'TRACK', 'CONNECT'])

function bodyInit(body: NonNullable<LazyRequestParts['body']>): RequestInit {
  if (typeof body !== 'function') return { body }
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      controller.enqueue(await body())
      controller.close()
    },
  })
  // Platforms refuse a stream as body without it; the types do not know it yet.
  return { body: stream, duplex: 'half' } as RequestInit
}

/** Returns the platform's Request, created once. */
function realOf(request: object): Request {
  const made = reals.get(request)
  if (made !== undefined) return made
  const { method, url, headers, body, signal } = partsOf(request)
  const carries = method !== 'GET' && method !== 'HEAD'
  const real = new Request(url, {
    method: unspeakable.has(method) ? 'GET' : method,
    headers,
    signal: signal(),
    ...(carries && body !== null ? bodyInit(body) : {}),
  })
  reals.set(request, real)
  return real
}

/** A property that is read from the platform's Request. */
function delegated(name: string, { value }: PropertyDescriptor): PropertyDescriptor {
  if (typeof value !== 'function')
    return {
      get(this: object): unknown {
        const real = realOf(this)
        return Reflect.get(real, name, real)
      },
    }
  return {
    value(this: object, ...args: unknown[]): unknown {
      return Reflect.apply(value, realOf(this), args)
    },
  }
}

function readMethod(this: object): string {
  return partsOf(this).method
}
function readUrl(this: object): string {
  return partsOf(this).url
}
function readHeaders(this: object): Headers {
  return partsOf(this).headers
}
function readSignal(this: object): AbortSignal {
  return partsOf(this).signal()
}

/**
 * Behaves like a Request. The platform's Request is created only if more than method, URL, headers and signal is
 * read.
 */
const prototype = Object.create(Request.prototype, {
  ...Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))
      .filter(([name]) => name !== 'constructor')
      .map(([name, descriptor]) => [name, delegated(name, descriptor)]),
  ),
  method: { get: readMethod },
  url: { get: readUrl },
  headers: { get: readHeaders },
  signal: { get: readSignal },
}) as object

/**
 * A Request at a tenth of the cost of the platform's, which creates streams and signals that most requests never
 * use.
 */
export function lazyRequest(known: LazyRequestParts): Request {
  const request = Object.create(prototype) as Request
  parts.set(request, known)
  if (typeof known.body === 'function') rememberReader(request, known.body)
  else rememberBody(request, known.body ?? new Uint8Array(0))
  return request
}

/** Returns the same request for another URL. Its body is read from one of the two only. */
export function requestAt(request: Request, url: string): Request {
  const known = parts.get(request)
  return known === undefined ? new Request(url, request) : lazyRequest({ ...known, url })
}
