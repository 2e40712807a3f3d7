import type { Job } from '#server/kinds/types/batch-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Run } from './job-parts.ts'

export const indexAnnotation = 'batch.orch.io/job-completion-index'

export function indexOf({ metadata }: Pod): number | null {
  const text = metadata.annotations?.[indexAnnotation]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}

/** Reads `1,3-5`. */
export function listOfIndexes(text: string | undefined): Set<number> {
  const indexes = new Set<number>()
  for (const part of (text ?? '').split(',').filter((each) => each !== '')) {
    const [first = 0, last = first] = part.split('-').map(Number)
    for (let index = first; index <= last; index += 1) indexes.add(index)
  }
  return indexes
}

/** Writes `1,3-5`. Two neighbours are written as `3,4`. */
export function textOfIndexes(indexes: ReadonlySet<number>): string {
  const parts: string[] = []
  const sorted = [...indexes].toSorted((a, b) => a - b)
  for (let at = 0; at < sorted.length;) {
    let end = at
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1
    const separator = end - at === 1 ? ',' : '-'
    parts.push(end === at ? `${sorted[at]}` : `${sorted[at]}${separator}${sorted[end]}`)
    at = end + 1
  }
  return parts.join(',')
}

/** The indexes that succeeded, by the status and by pods. */
export function indexesOf({ spec, status }: Job, pods: readonly Pod[]): Set<number> {
  const inRange = [...listOfIndexes(status?.completedIndexes)].filter((index) => index < (spec?.completions ?? 0))
  const indexes = new Set(inRange)
  for (const pod of pods) {
    const index = indexOf(pod)
    if (pod.status?.phase === 'Succeeded' && index !== null && index < (spec?.completions ?? 0)) indexes.add(index)
  }
  return indexes
}

/** The first indexes that neither succeeded nor failed and have no such pod. */
export function pendingIndexes(
  { job, pods, failedIndexes: failed }: Run,
  present: readonly Pod[],
  count: number,
): number[] {
  const done = indexesOf(job, pods)
  const busy = new Set(present.map(indexOf))
  const pending: number[] = []
  for (let index = 0; index < (job.spec?.completions ?? 0) && pending.length < count; index += 1)
    if (!done.has(index) && !failed.has(index) && !busy.has(index)) pending.push(index)
  return pending
}
