import { keepNewest } from '#api/caching/keep-newest.ts'
import type { HandedOver, HeaderList } from './protocol.ts'

/** A request that a service worker took from a page. */
export interface HandedRequest {
  readonly handed: HandedOver
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  readonly body: ArrayBuffer | null
}

interface Write<Answer> {
  readonly handed: HandedOver
  /** Method, address and headers. */
  readonly text: string
  readonly body: Uint8Array
  readonly answer: Promise<Answer>
}

const WRITES_MAX = 1_000
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Reports whether requests with this method must not be executed twice. */
export const isWrite = (method: string): boolean => !reads.has(method)

/**
 * Executes each write of a page once. When a browser stops a service worker that has not responded, it starts a new
 * one and dispatches the request again, under a new id. Such a request comes from another start of the service worker
 * and equals one of the same page whose response the former start has not confirmed: it gets the answer of that one.
 * [TR6]
 */
export class WritesOnce<Answer> {
  /** Unconfirmed writes by their ids, oldest first. */
  readonly #open = new Map<string, Write<Answer>>()

  /** The service worker has the response, so the browser will not dispatch the request again. */
  confirm(id: string): void {
    this.#open.delete(id)
  }

  /** Calls `execute`, unless the request is one that was executed before. Answers may be given several times. */
  answer(request: HandedRequest, execute: () => Promise<Answer>): Promise<Answer> {
    const { handed, method, url, headers } = request
    const text = JSON.stringify([method, url, headers])
    const body = new Uint8Array(request.body ?? [])
    const earlier = this.#takeEarlier(handed, text, body)
    const write = { handed, text, body, answer: earlier?.answer ?? execute() }
    keepNewest(this.#open, [handed.id, write], WRITES_MAX)
    return write.answer
  }

  /** Each answer is given once to a later request: a page may send equal writes on purpose. */
  #takeEarlier({ page, instance }: HandedOver, text: string, body: Uint8Array): Write<Answer> | undefined {
    for (const [id, write] of this.#open) {
      const { handed } = write
      if (handed.page !== page || handed.instance === instance) continue
      if (write.text !== text || !isEqual(write.body, body)) continue
      this.#open.delete(id)
      return write
    }
    return undefined
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
