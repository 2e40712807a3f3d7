import { everyone } from '#lesson/people.ts'
import { type Lesson, type LessonRequest, type LessonStep, type Mark, marks } from '#lesson/lesson.ts'
import { type AttemptKind, type DraftStep, isLearners, type LessonDraft, nothingWritten } from './draft.ts'
import { type Kept, toLessonRequest } from './place-versions.ts'
import type { Recorded } from './recorded.ts'

/** Marks in the picture of a lesson. */
const pictureMax = 8

const isMark = (text: string): text is Mark => (marks as readonly string[]).includes(text)

/** The requests of a step in the order in which they are sent: first those of other users, which prepare the step. */
interface Sent {
  readonly scene: readonly Recorded[]
  readonly answer: readonly Recorded[]
}

/** Assigns each ticked request of another user to the learner's next step; those after the last step become part of its answer. */
function sentBySteps(draft: LessonDraft): readonly Sent[] {
  const find = (id: number): readonly Recorded[] => draft.recorded.filter((one) => one.id === id)
  let others = draft.ticked.flatMap(find).filter((one) => !isLearners(draft, one))
  const lastAt = draft.steps.findLastIndex(({ ids }) => ids.length > 0)
  return draft.steps.map(({ ids }, at): Sent => {
    const answer = ids.flatMap(find)
    const first = answer[0]?.id ?? 0
    const scene = others.filter(({ id }) => id < first)
    others = others.filter((one) => !scene.includes(one))
    return { scene, answer: at === lastAt ? [...answer, ...others] : answer }
  })
}

function attemptOf(kind: AttemptKind, answer: readonly LessonRequest[]): LessonRequest | null {
  const [first] = answer
  if (first === undefined || kind === 'none') return null
  if (kind === 'whole') return first
  const { 'content-type': type, ...headers } = first.headers
  const isPatch = first.method === 'PATCH' && type !== undefined
  // The kind of a patch is chosen with its line: its body alone does not say it.
  return { ...first, headers: isPatch ? { ...headers, 'content-type': type } : headers, body: undefined }
}

const onlyOn = ({ checks }: DraftStep): LessonStep['expect'] =>
  checks.filter(({ isOn }) => isOn).map(({ is, say }) => ({ is, say }))

/** Returns the requests of all steps, and the values that each step keeps for later ones. */
function requestsOf(draft: LessonDraft): {
  readonly made: readonly (typeof nothingWritten)[]
  readonly kept: readonly Kept[]
} {
  const kept: Kept[] = []
  const sent = sentBySteps(draft)
  const made = draft.steps.map(({ ids, written, attempt, hasAnswer }, at) => {
    if (ids.length === 0) return { ...written, answer: hasAnswer ? written.answer : [] }
    const { scene, answer } = sent[at] ?? { scene: [], answer: [] }
    const steps = sent.slice(0, at).map((one) => one.answer)
    const request = (recorded: Recorded, index: number, all: readonly Recorded[]): LessonRequest =>
      toLessonRequest(
        recorded,
        isLearners(draft, recorded) ? '' : recorded.actor,
        { steps, sameStep: all.slice(0, index) },
        (one) => kept.push(one),
      )
    const answers = answer.map(request)
    return {
      scene: [...written.scene, ...scene.map(request)],
      attempt: attemptOf(attempt, answers),
      answer: hasAnswer ? answers : [],
    }
  })
  return { made, kept }
}

/** Returns the lesson that a draft describes. It may have problems: reading its files reports them. [LSN20] */
export function composeLesson(draft: LessonDraft): Lesson {
  const { made, kept } = requestsOf(draft)
  const steps = draft.steps.map((step, at): LessonStep => {
    const { title, say, focus, mark = '', room, hints, wrong, keep, after } = step
    const added = kept.filter((one) => one.step === at).map(({ name, source }): [string, string] => [name, source])
    return {
      title,
      say,
      focus,
      mark,
      room,
      ...(made[at] ?? nothingWritten),
      expect: onlyOn(step),
      hints: hints.filter((hint) => hint.trim() !== ''),
      wrong,
      keep: { ...keep, ...Object.fromEntries(added) },
      after,
    }
  })
  const { id, title, group, about, text, minutes, order, room, from, sections, me, people, seed } = draft
  const { configs, actors = [], cassette } = draft
  return {
    id,
    title,
    group,
    about,
    minutes,
    par: Math.max(
      1,
      steps.reduce((sum, { answer }) => sum + answer.length, 0),
    ),
    order,
    room,
    from,
    sections,
    picture: pictureOf(draft),
    me,
    people: [...everyone.filter(({ name }) => !people.some((person) => person.name === name)), ...people],
    steps,
    text: text.trim(),
    seed,
    configs,
    actors,
    cassette,
  }
}

function pictureOf({ recorded, ticked, picture }: LessonDraft): readonly Mark[] {
  const found = recorded.filter(({ id }) => ticked.includes(id)).map(({ mark }) => mark)
  const all = [...picture, ...found].filter(isMark).slice(0, pictureMax)
  return all.length === 0 ? ['read'] : all
}
