import type { DraftStep, LessonDraft } from './draft.ts'
import type { Recorded } from './recorded.ts'

/** A row of the list of recorded requests: a request, or the heading of the step that begins with the next one. */
export type RecordedRow =
  | { readonly type: 'step'; readonly step: DraftStep }
  | { readonly type: 'recorded'; readonly recorded: Recorded }

/**
 * Returns the recorded requests in order, with the heading of each step above its first request. What others sent before a
 * step is its scene, and stands below the heading, too. [LSN20]
 */
export function recordedRows({ recorded, ticked, steps }: LessonDraft): readonly RecordedRow[] {
  const stepOf = (one: Recorded): DraftStep | undefined => steps.find(({ ids }) => ids.includes(one.id))
  const headed = new Set<DraftStep>()
  return recorded.flatMap((one, at): readonly RecordedRow[] => {
    const isScene = ticked.includes(one.id) && stepOf(one) === undefined
    const step = isScene
      ? recorded
          .slice(at)
          .map(stepOf)
          .find((found) => found !== undefined)
      : stepOf(one)
    const row: RecordedRow = { type: 'recorded', recorded: one }
    if (step === undefined || headed.has(step)) return [row]
    headed.add(step)
    return [{ type: 'step', step }, row]
  })
}
