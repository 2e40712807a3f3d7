import type { LikelyMistake } from '#lesson/lesson.ts'
import { isLearners, type LessonDraft } from './draft.ts'
import { toLessonRequest } from './place-versions.ts'
import { ofAnswer } from './propose.ts'
import type { Recorded } from './recorded.ts'

/** The learner's requests that no step uses: they may be mistakes that others will make, too. */
export const spareRequests = (draft: LessonDraft): readonly Recorded[] =>
  draft.recorded.filter((one) => isLearners(draft, one) && !draft.ticked.includes(one.id))

/** Proposes what to say to a learner who sends a recorded request, and how it is noticed. [LSN42] */
export function mistakeOf(recorded: Recorded): LikelyMistake {
  const { is, say } = ofAnswer(recorded)
  const advice = recorded.code >= 400 ? 'Read what the server says, and try again.' : 'Read the step again.'
  const by = toLessonRequest(recorded, '', { steps: [], sameStep: [] }, () => undefined)
  return { when: is, say: `${say.charAt(0).toUpperCase()}${say.slice(1)}. ${advice}`, by: [by] }
}
