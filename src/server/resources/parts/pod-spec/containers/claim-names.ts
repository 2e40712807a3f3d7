import type { PodResourceClaim } from '#server/kinds/types/core-v1.ts'

/** The names of a pod's resource claims, to which its containers refer. */
export interface ClaimNames {
  has(name: string): boolean
  /** Returns the sorted names as the error of the reference prints them. */
  listed(): string
}

/** Sorts the names once for all errors, because each error prints them. */
export function claimNames(claims: readonly PodResourceClaim[]): ClaimNames {
  const names = new Set(claims.map(({ name }) => name ?? '').filter(Boolean))
  let list: string | undefined
  return {
    has: (name) => names.has(name),
    listed: () => (list ??= names.size === 0 ? ' which is empty' : `: ${[...names].toSorted().join(', ')}`),
  }
}

/** The claims that a container names. Duplicates are found by lookups, because a comparison of all pairs is quadratic. */
export class SeenClaims {
  readonly #texts = new Set<string>()
  readonly #requests = new Map<string, number>()

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  /** Returns the number of texts that begin with the name and a slash. */
  requestsOf(name: string): number {
    return this.#requests.get(name) ?? 0
  }

  /** Adds the name of a claim, or `name/request`. */
  add(text: string): void {
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    for (let slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
      const name = text.slice(0, slash)
      this.#requests.set(name, this.requestsOf(name) + 1)
    }
  }
}
