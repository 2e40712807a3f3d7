import type { Json, JsonObject } from '#api/json.ts'

/** The remaining content of a namespace after one pass of deletion. */
export interface Remaining {
  /** The number of remaining objects by resource, such as `configmaps.` or `deployments.apps`. */
  readonly counts: ReadonlyMap<string, number>
  /** The number of remaining objects by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>
  /** The groups whose discovery failed; `''` for none. */
  readonly discoveryFailure: string
  /** Errors of deleting and counting. */
  readonly failures: readonly string[]
}

/** Reports whether nothing remains and nothing failed. */
export const isEmptied = ({ counts, discoveryFailure, failures }: Remaining): boolean =>
  counts.size === 0 && discoveryFailure === '' && failures.length === 0

const reasons: readonly (readonly [type: string, okReason: string, okMessage: string])[] = [
  ['NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'],
  ['NamespaceDeletionGroupVersionParsingFailure', 'ParsedGroupVersions', 'All legacy kube types successfully parsed'],
  [
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  ['NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed'],
  ['NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
]

/** Returns the reason and message of a condition that is true; `null` if it is false. */
function failureOf(
  type: string,
  { counts, finalizers, discoveryFailure, failures }: Remaining,
): readonly [reason: string, message: string] | null {
  if (type === 'NamespaceDeletionDiscoveryFailure' && discoveryFailure !== '')
    return ['DiscoveryFailed', discoveryFailure]
  if (type === 'NamespaceDeletionContentFailure' && failures.length > 0) {
    const list = failures.toSorted().join(', ')
    return ['ContentDeletionFailed', `Failed to delete all resource types, ${failures.length} remaining: ${list}`]
  }
  if (type === 'NamespaceContentRemaining' && counts.size > 0) {
    return ['SomeResourcesRemain', `Some resources are remaining: ${listed(counts, 'resource instances')}`]
  }
  if (type === 'NamespaceFinalizersRemaining' && finalizers.size > 0) {
    const list = listed(finalizers, 'resource instances', ' in')
    return ['SomeFinalizersRemain', `Some content in the namespace has finalizers remaining: ${list}`]
  }
  return null
}

const listed = (counts: ReadonlyMap<string, number>, noun: string, word = ' has'): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name}${word} ${count} ${noun}`)
    .join(', ')

/**
 * Returns the five conditions of namespace deletion. Transition times are kept for conditions that did not change.
 */
export function namespaceConditions(known: readonly JsonObject[], remaining: Remaining, now: string): Json[] {
  return reasons.map(([type, okReason, okMessage]) => {
    const failed = failureOf(type, remaining)
    const [reason, message] = failed ?? [okReason, okMessage]
    const status = failed === null ? 'False' : 'True'
    const before = known.find((condition) => condition['type'] === type)
    const lastTransitionTime = before?.['status'] === status ? (before['lastTransitionTime'] ?? now) : now
    return { type, status, lastTransitionTime, reason, message }
  })
}
