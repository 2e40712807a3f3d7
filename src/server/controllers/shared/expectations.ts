import type { Clock } from '#api/clock.ts'

const timeoutMs = 5 * 60_000

interface Expected {
  creations: number
  readonly deletions: Set<string>
  readonly sinceMs: number
}

/**
 * Creations and deletions of an owner's pods that the watch has not yet shown. Until it has, the owner's pods are not
 * counted again: the copy is known to be old. [LC2]
 */
export interface Expectations {
  satisfied(owner: string): boolean
  expectCreations(owner: string, count: number, deletions?: readonly string[]): void
  expectDeletions(owner: string, pods: readonly string[]): void
  created(owner: string): void
  deleted(owner: string, pod: string): void
  forget(owner: string): void
}

export function createExpectations(clock: Clock): Expectations {
  const known = new Map<string, Expected>()
  const fresh = (): Expected => ({ creations: 0, deletions: new Set(), sinceMs: clock.now() })
  return {
    satisfied(owner) {
      const expected = known.get(owner)
      if (expected === undefined) return true
      if (expected.creations <= 0 && expected.deletions.size === 0) return true
      return clock.now() - expected.sinceMs > timeoutMs
    },
    expectCreations: (owner, count, deletions = []) =>
      void known.set(owner, { ...fresh(), creations: count, deletions: new Set(deletions) }),
    expectDeletions: (owner, pods) => void known.set(owner, { ...fresh(), deletions: new Set(pods) }),
    created(owner) {
      const expected = known.get(owner)
      if (expected !== undefined) expected.creations -= 1
    },
    deleted: (owner, pod) => void known.get(owner)?.deletions.delete(pod),
    forget: (owner) => void known.delete(owner),
  }
}
