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
  #past: readonly PastRequest[] = []

  add(past: PastRequest): void {
    if (!past.attributes.path.startsWith('/debug/')) this.#past = [...this.#past.slice(1 - kept), past]
  }

  list(): readonly PastRequest[] {
    return this.#past
  }
}
