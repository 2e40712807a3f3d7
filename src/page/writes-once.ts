import { keepWholeBody, wholeBody } from '#wire/whole-body.ts'

/** A request as the service worker hands it to the page. */
export interface HandedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Differs for each start of the service worker. */
  readonly instance?: string
}

interface KeptAnswer {
  readonly init: ResponseInit
  readonly bytes: ArrayBuffer | undefined
}

interface Write {
  readonly instance: string
  /** Method, address and headers. */
  readonly text: string
  readonly body: Uint8Array
  answer: Promise<KeptAnswer> | null
  /** The write that the browser dispatched before its service worker was stopped. */
  earlier: Write | null
}

const WRITES_MAX = 1_000
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Executes each write of the page once. When a browser stops a service worker that has not responded, it starts a new
 * one and dispatches the request again, under a new id. Such a request comes from another start of the service worker
 * and equals one whose response the former start has not confirmed: it gets the answer of that one. [TR6]
 */
export class WritesOnce {
  /** Unconfirmed writes by their ids, oldest first. */
  readonly #open = new Map<string, Write>()

  /** The service worker hands over a request. Must be called before {@link answer}. */
  begin({ id, method, url, headers, instance = '' }: HandedRequest, body: ArrayBuffer | null): void {
    if (reads.has(method)) return
    const text = JSON.stringify([method, url, headers])
    // The bytes themselves are transferred to the server.
    const write: Write = { instance, text, body: new Uint8Array(body ?? []).slice(), answer: null, earlier: null }
    for (const [earlierId, earlier] of this.#open)
      if (earlier.instance !== instance && isEqual(earlier, write)) {
        write.earlier = earlier
        // Each answer is given once: a page may send equal writes on purpose.
        this.#open.delete(earlierId)
        break
      }
    this.#open.set(id, write)
    const [oldest] = this.#open.keys()
    if (this.#open.size > WRITES_MAX && oldest !== undefined) this.#open.delete(oldest)
  }

  /** The service worker has the response, so the browser will not dispatch the request again. */
  confirm(id: string): void {
    this.#open.delete(id)
  }

  /** Calls `execute`, unless the request is one that was executed before. */
  async answer(id: string, execute: () => Promise<Response>): Promise<Response> {
    const write = this.#open.get(id)
    if (write === undefined) return execute()
    write.answer = write.earlier?.answer ?? execute().then(keep)
    write.earlier = null
    return toResponse(await write.answer)
  }
}

function isEqual(a: Write, b: Write): boolean {
  return a.text === b.text && a.body.length === b.body.length && a.body.every((byte, at) => byte === b.body[at])
}

async function keep(response: Response): Promise<KeptAnswer> {
  const { status, statusText, headers } = response
  const whole = wholeBody(response) ?? (response.body === null ? undefined : await response.arrayBuffer())
  return { init: { status, statusText, headers }, bytes: whole }
}

function toResponse({ init, bytes }: KeptAnswer): Response {
  if (bytes === undefined) return new Response(null, init)
  // The bytes of a response may be transferred away.
  const copy = bytes.slice(0)
  return keepWholeBody(new Response(copy, init), copy)
}
