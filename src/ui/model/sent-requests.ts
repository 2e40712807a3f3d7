import { createOwnedStore, type ReadableStore } from './owned-store.ts'

/** A write that this tab sent. The server keeps no request bodies, so the tab keeps its own. */
export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

const countMax = 200
const charactersMax = 4 * 1024 * 1024
const readsMax = 50

/**
 * The last writes of this tab by the server's request id. The oldest are dropped when there are too many or they are
 * too large. [RQD1]
 */
export class SentRequests {
  readonly #sent = new Map<number, SentRequest>()
  #characters = 0
  readonly #reads = new Set<number>()
  readonly #last = createOwnedStore({ last: 0 }, ({ setState }) => ({ set: (last: number) => setState({ last }) }))
  /** The last id, 0 at first. It comes with the answer, before or after the server's list has the request. */
  readonly store: ReadableStore<{ readonly last: number }> = this.#last

  keep(id: number, request: SentRequest): void {
    if (id === 0) return
    this.#keepBody(id, request)
    this.#last.set(id)
  }

  #keepBody(id: number, request: SentRequest): void {
    if (request.body.length > charactersMax) return
    this.#sent.set(id, request)
    this.#characters += request.body.length
    for (const [oldest, { body }] of this.#sent) {
      if (this.#sent.size <= countMax && this.#characters <= charactersMax) break
      this.#sent.delete(oldest)
      this.#characters -= body.length
    }
  }

  /** Notes that this tab sent a read; the server's own list has the rest. */
  noteRead(id: number): void {
    this.#reads.add(id)
    for (const oldest of this.#reads) {
      if (this.#reads.size <= readsMax) break
      this.#reads.delete(oldest)
    }
    this.#last.set(id)
  }

  /** Reports whether this tab sent a request, as far as it remembers. */
  has(id: number): boolean {
    return this.#sent.has(id) || this.#reads.has(id)
  }

  get(id: number): SentRequest | undefined {
    return this.#sent.get(id)
  }
}
