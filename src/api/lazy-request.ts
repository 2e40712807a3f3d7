import { rememberBody } from './known-body.ts'

/** What is known of a request without making a Request. */
export interface LazyRequestParts {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
  /** Made when somebody asks: few do, and it costs more than the rest. */
  readonly signal: () => AbortSignal
}

const parts = new WeakMap<object, LazyRequestParts>()
const reals = new WeakMap<object, Request>()

function partsOf(request: object): LazyRequestParts {
  const known = parts.get(request)
  if (known === undefined) throw new TypeError('not a request of lazyRequest')
  return known
}

/** Method names that `Request` refuses to carry. */
const unspeakable = new Set(['TRACE', 'TRACK', 'CONNECT'])

/** The whole Request of the platform, made once. */
function realOf(request: object): Request {
  const made = reals.get(request)
  if (made !== undefined) return made
  const { method, url, headers, body, signal } = partsOf(request)
  const carries = method !== 'GET' && method !== 'HEAD'
  const real = new Request(url, {
    method: unspeakable.has(method) ? 'GET' : method,
    headers,
    signal: signal(),
    ...(carries && body !== null ? { body } : {}),
  })
  reals.set(request, real)
  return real
}

/** A property that only the whole Request has. */
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

/** Looks like a Request everywhere, and becomes one where more is asked than method, url, headers and signal. */
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

/** A Request at a tenth of the price: the platform's own makes streams and signals that most requests never need. */
export function lazyRequest(known: LazyRequestParts): Request {
  const request = Object.create(prototype) as Request
  parts.set(request, known)
  rememberBody(request, known.body ?? new Uint8Array(0))
  return request
}
