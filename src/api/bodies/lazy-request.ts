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

/** Returns the platform's Request. */
function toReal({ method, url, headers, body, signal }: LazyRequestParts): Request {
  const carries = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method: unspeakable.has(method) ? 'GET' : method,
    headers,
    signal: signal(),
    ...(carries && body !== null ? bodyInit(body) : {}),
  })
}

/**
 * Behaves like a Request. The platform's Request is created only if more than method, URL, headers and signal is
 * read.
 */
export class LazyRequest {
  readonly #parts: LazyRequestParts
  #real: Request | null = null

  constructor(parts: LazyRequestParts) {
    this.#parts = parts
  }

  /** Returns the parts of a request that was made by {@link lazyRequest}; `null` for any other object. */
  static partsOf(request: object): LazyRequestParts | null {
    return #parts in request ? request.#parts : null
  }

  /** Returns the platform's Request, created once. */
  static realOf(request: LazyRequest): Request {
    return (request.#real ??= toReal(request.#parts))
  }

  get method(): string {
    return this.#parts.method
  }
  get url(): string {
    return this.#parts.url
  }
  get headers(): Headers {
    return this.#parts.headers
  }
  get signal(): AbortSignal {
    return this.#parts.signal()
  }
}

/** A property that is read from the platform's Request. */
function delegated(name: string, { value }: PropertyDescriptor): PropertyDescriptor {
  if (typeof value !== 'function')
    return {
      get(this: LazyRequest): unknown {
        const real = LazyRequest.realOf(this)
        return Reflect.get(real, name, real)
      },
    }
  return {
    value(this: LazyRequest, ...args: unknown[]): unknown {
      return Reflect.apply(value, LazyRequest.realOf(this), args)
    },
  }
}

Object.setPrototypeOf(LazyRequest.prototype, Request.prototype)
for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(Request.prototype)))
  if (!Object.hasOwn(LazyRequest.prototype, name))
    Object.defineProperty(LazyRequest.prototype, name, delegated(name, descriptor))

/**
 * A Request at a tenth of the cost of the platform's, which creates streams and signals that most requests never
 * use.
 */
export function lazyRequest(parts: LazyRequestParts): Request {
  const request: object = new LazyRequest(parts)
  // Always true, by the prototype that is set above; the compiler cannot see it.
  if (request instanceof Request) return request
  throw new TypeError('a lazy request is no Request')
}

/** Returns the same request for another URL. Its body is read from one of the two only. */
export function requestAt(request: Request, url: string): Request {
  const parts = LazyRequest.partsOf(request)
  return parts === null ? new Request(url, request) : lazyRequest({ ...parts, url })
}
