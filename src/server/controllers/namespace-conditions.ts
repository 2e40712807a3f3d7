import type { Json, JsonObject } from '#api/json.ts'

/** What is left in a namespace, after one pass over it. */
export interface Remaining {
  /** `configmaps.` or `deployments.apps`, with how many are left. */
  readonly counts: ReadonlyMap<string, number>
  /** Finalizers of what is left, with how many objects have them. */
  readonly finalizers: ReadonlyMap<string, number>
  /** Which groups did not tell what they have; `''` for none. */
  readonly discoveryFailure: string
  /** What could not be deleted or counted, and why. */
  readonly failures: readonly string[]
}

/** Nothing is left, and nothing went wrong. */
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

/** What is wrong about one of the conditions, `null` when nothing is. */
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

/** The five conditions that tell how far the deletion of a namespace is; times stay where nothing changed. */
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
