import type { Attributes } from '#server/auth/authorizer.ts'

/** A past request with the attributes that were authorized. */
export interface PastRequest {
  readonly timeMs: number
  readonly attributes: Attributes
  readonly isAllowed: boolean
}

const kept = 200

/** The last requests that were authorized or refused, on which drafts are evaluated. `/debug/` is excluded. [LD6] */
export class RecentDecisions {
  #past: PastRequest[] = []

  add(past: PastRequest): void {
    if (past.attributes.path.startsWith('/debug/')) return
    // Dropped many at a time, so that a request does not copy the others.
    if (this.#past.length >= 2 * kept) this.#past = this.list()
    this.#past.push(past)
  }

  list(): PastRequest[] {
    return this.#past.slice(-kept)
  }
}
