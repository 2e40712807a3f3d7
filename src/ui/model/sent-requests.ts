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

/**
 * The last writes of this tab by the server's request id. The oldest are dropped when there are too many or they are
 * too large. [RQD1]
 */
export class SentRequests {
  readonly #sent = new Map<number, SentRequest>()
  #characters = 0

  keep(id: number, request: SentRequest): void {
    if (id === 0 || request.body.length > charactersMax) return
    this.#sent.set(id, request)
    this.#characters += request.body.length
    for (const [oldest, { body }] of this.#sent) {
      if (this.#sent.size <= countMax && this.#characters <= charactersMax) break
      this.#sent.delete(oldest)
      this.#characters -= body.length
    }
  }

  get(id: number): SentRequest | undefined {
    return this.#sent.get(id)
  }
}
