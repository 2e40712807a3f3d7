import { isLearners, type LessonDraft } from './draft.ts'
import type { Recorded } from './recorded.ts'

/** The learner's ticked requests between which a request of someone else stands. */
export interface Neighbours {
  readonly before: Recorded | undefined
  readonly after: Recorded | undefined
}

/** Returns the learner's requests next to one of someone else. */
export function neighboursOf(draft: LessonDraft, id: number): Neighbours {
  const mine = draft.recorded.filter((one) => draft.ticked.includes(one.id) && isLearners(draft, one))
  return { before: mine.findLast((one) => one.id < id), after: mine.find((one) => one.id > id) }
}

/**
 * Returns the ticked requests of others whose order with a step may be wrong: those of its scene, and the next one after its
 * own requests.
 */
export function othersAround(draft: LessonDraft, key: number): readonly Recorded[] {
  const ids = draft.steps.find((step) => step.key === key)?.ids ?? []
  const others = draft.recorded.filter((one) => draft.ticked.includes(one.id) && !isLearners(draft, one))
  const isNear = ({ before, after }: Neighbours): boolean =>
    (after !== undefined && ids[0] === after.id) || (before !== undefined && ids.at(-1) === before.id)
  return others.filter(({ id }) => isNear(neighboursOf(draft, id)))
}

/**
 * Exchanges two requests of the recording. Steps follow the number of their first request, so a request of someone else
 * becomes part of an earlier or a later scene. [LSN35]
 */
export function exchangeOrder(draft: LessonDraft, one: number, other: number): LessonDraft {
  const place = (id: number): number => (id === one ? other : id === other ? one : id)
  const steps = <T extends { readonly ids: readonly number[] }>(all: readonly T[]): readonly T[] =>
    all.map((step) => ({ ...step, ids: step.ids.map(place).toSorted((a, b) => a - b) }))
  return {
    ...draft,
    recorded: draft.recorded.map((each) => ({ ...each, id: place(each.id) })).toSorted((a, b) => a.id - b.id),
    ticked: draft.ticked.map(place).toSorted((a, b) => a - b),
    steps: steps(draft.steps),
    parked: steps(draft.parked),
  }
}
