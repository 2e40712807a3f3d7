import type { LikelyMistake } from '#lesson/lesson.ts'
import { isLearners, type LessonDraft } from './draft.ts'
import { toLessonRequest } from './place-versions.ts'
import { ofAnswer } from './propose.ts'
import type { Recorded } from './recorded.ts'

/** The learner's requests that no step uses: they may be mistakes that others will make, too. */
export const spareRequests = (draft: LessonDraft): readonly Recorded[] =>
  draft.recorded.filter((one) => isLearners(draft, one) && !draft.ticked.includes(one.id))

/** The request that makes a mistake, as the lesson writes it. */
const byOf = (recorded: Recorded) => toLessonRequest(recorded, '', { steps: [], sameStep: [] }, () => undefined)

/** The spare requests that a step does not have among its mistakes yet, also if their words were edited. [LSN42] */
export function offeredMistakes(draft: LessonDraft, wrong: readonly LikelyMistake[]): readonly Recorded[] {
  const known = new Set(wrong.flatMap(({ by }) => by.map((one) => JSON.stringify(one))))
  return spareRequests(draft).filter((one) => !known.has(JSON.stringify(byOf(one))))
}

/** Proposes what to say to a learner who sends a recorded request, and how it is noticed. [LSN42] */
export function mistakeOf(recorded: Recorded): LikelyMistake {
  const { is, say } = ofAnswer(recorded)
  const advice = recorded.code >= 400 ? 'Read what the server says, and try again.' : 'Read the step again.'
  return { when: is, say: `${say.charAt(0).toUpperCase()}${say.slice(1)}. ${advice}`, by: [byOf(recorded)] }
}
