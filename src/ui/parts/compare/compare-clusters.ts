import type { ApiObject } from '#api/object-meta.ts'
import { contentDifferences } from '#ui/texts/content-differences.ts'
import { pathDifferences, type PathDifference } from '#ui/texts/merge-edit.ts'

/** An object that two clusters do not hold in the same version. */
export interface ComparedObject {
  /** Unique among the compared objects. */
  readonly key: string
  readonly kind: string
  readonly group: string
  readonly namespace: string
  readonly name: string
  /** The versions; `null` where the object does not exist. */
  readonly live: ApiObject | null
  readonly branch: ApiObject | null
  /** Fields that differ, without those that every write changes; at most 200. */
  readonly differences: readonly PathDifference[]
}

export interface Comparison {
  /** Objects with different content, and those that only one side has. */
  readonly differing: readonly ComparedObject[]
  /** Objects with the same content in different versions. */
  readonly rewritten: readonly ComparedObject[]
  /** Number of objects that have the same version on both sides. */
  readonly sameCount: number
}

const keyOf = ({ apiVersion = '', kind = '', metadata }: ApiObject): string =>
  `${apiVersion} ${kind} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`

/** Compares all objects of two clusters by their names. [BC1] */
export function compareClusters(live: readonly ApiObject[], branch: readonly ApiObject[]): Comparison {
  const here = new Map(branch.map((object) => [keyOf(object), object]))
  const there = new Map(live.map((object) => [keyOf(object), object]))
  const differing: ComparedObject[] = []
  const rewritten: ComparedObject[] = []
  let sameCount = 0
  for (const key of [...new Set([...there.keys(), ...here.keys()])].toSorted()) {
    const [one, other] = [there.get(key) ?? null, here.get(key) ?? null]
    if (one !== null && other !== null && isSameVersion(one, other)) {
      sameCount += 1
      continue
    }
    const compared = compareObject(key, one, other)
    if (one !== null && other !== null && compared.differences.length === 0) rewritten.push(compared)
    else differing.push(compared)
  }
  return { differing, rewritten, sameCount }
}

/** Both sides may use one number for different writes, so versions are the same only if their content is equal. */
const isSameVersion = (one: ApiObject, other: ApiObject): boolean =>
  one.metadata.resourceVersion === other.metadata.resourceVersion &&
  one.metadata.uid === other.metadata.uid &&
  pathDifferences(one, other, '', 1).length === 0

function compareObject(key: string, live: ApiObject | null, branch: ApiObject | null): ComparedObject {
  const { apiVersion = '', kind = '', metadata } = live ?? branch ?? { metadata: {} }
  const differences = live === null || branch === null ? [] : contentDifferences(live, branch)
  return {
    key,
    kind,
    group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '',
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    live,
    branch,
    differences,
  }
}

/** Returns what differs in a few words: `only in bookshop`, `spec.replicas`, `3 fields`. */
export function differenceText({ live, branch, differences }: ComparedObject, liveTitle: string): string {
  if (branch === null) return `only in ${liveTitle}`
  if (live === null) return 'only in the branch'
  const [first] = differences
  if (first === undefined) return 'same content'
  return differences.length === 1 ? first.path : `${differences.length} fields`
}
