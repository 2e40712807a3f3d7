import { deepEqual, type Json } from '#api/json.ts'
import type { Lesson, LessonStep } from '#lesson/lesson.ts'
import { everyone } from '#lesson/people.ts'
import type { DraftStep, LessonDraft } from './draft.ts'
import { requestJson } from './write-lesson.ts'

/** An empty draft. */
export const newDraft = (id: string): LessonDraft => ({
  id,
  title: 'My lesson',
  group: 'Mine',
  about: 'What one will see, in one line',
  text: 'What this lesson is about.',
  minutes: 5,
  cluster: '',
  base: 0,
  me: 'alice',
  people: everyone,
  seed: [],
  configs: [],
  cassette: '',
  start: 'An empty cluster',
  recorded: [],
  ticked: [],
  steps: [],
  parked: [],
  order: 1,
  from: '',
  room: 'lab',
  sections: [],
  picture: [],
  changedMs: 0,
})

function toDraftStep(step: LessonStep, key: number): DraftStep {
  const { scene, attempt, answer, expect, ...words } = step
  return {
    ...words,
    key,
    ids: [],
    attempt: attempt === null ? 'none' : 'whole',
    checks: expect.map((one) => ({ ...one, isOn: true })),
    hasAnswer: answer.length > 0,
    written: { scene, attempt, answer },
  }
}

/** Returns a draft that continues a lesson: its steps are written, and recorded ones can follow. [LSN21] */
export function editLesson(lesson: Lesson, id: string): LessonDraft {
  const { id: _id, par: _par, steps, ...rest } = lesson
  return {
    ...newDraft(id),
    ...rest,
    start: `The lesson “${lesson.title}”`,
    steps: steps.map((step, at) => toDraftStep(step, at + 1)),
  }
}

/** The requests of a step as the file holds them. */
const requestsJson = (step: LessonStep | undefined): Json =>
  step === undefined
    ? null
    : [step.scene, step.attempt === null ? [] : [step.attempt], step.answer].map((requests) =>
        requests.map(requestJson),
      )

/**
 * Returns a draft with the manual changes of `lesson.yaml`. The recording remains; a step whose answer still equals that
 * of the recording remains linked to it. [LSN21]
 */
export function withWritten(draft: LessonDraft, before: Lesson, written: Lesson): LessonDraft {
  const edited = editLesson(written, draft.id)
  const steps = edited.steps.map((step, at): DraftStep => {
    const old = draft.steps[at]
    const isTied = deepEqual(requestsJson(before.steps[at]), requestsJson(written.steps[at]))
    if (old === undefined || !isTied || old.ids.length === 0) return step
    return { ...step, ids: old.ids, attempt: old.attempt, written: old.written, hasAnswer: old.hasAnswer }
  })
  const held = new Set(steps.flatMap(({ ids }) => ids))
  const { cluster, base, start, recorded, parked } = draft
  const isOthers = (id: number): boolean => recorded.some((one) => one.id === id && one.actor !== written.me)
  return {
    ...edited,
    cluster,
    base,
    start,
    recorded,
    parked,
    steps,
    ticked: draft.ticked.filter((id) => held.has(id) || isOthers(id)),
  }
}
