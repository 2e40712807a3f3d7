import type { Job } from '#server/kinds/types/batch-v1.ts'
import type { Ending } from './job-conditions.ts'
import { listOfIndexes } from './job-indexes.ts'

/** True if the indexes that succeeded are enough by a rule of the success policy. [LC43] */
export function succeedsByPolicy({ spec }: Job, succeeded: ReadonlySet<number>): Ending | null {
  for (const [at, { succeededIndexes, succeededCount }] of (spec?.successPolicy?.rules ?? []).entries()) {
    const meant = succeededIndexes === undefined ? null : listOfIndexes(succeededIndexes)
    const count = [...succeeded].filter((index) => meant === null || meant.has(index)).length
    if (count >= (succeededCount ?? meant?.size ?? Infinity))
      return { type: 'SuccessCriteriaMet', reason: 'SuccessPolicy', message: `Matched rules at index ${at}` }
  }
  return null
}
