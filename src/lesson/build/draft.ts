import type { Expectation, LessonRequest, LikelyMistake, Person, SeedFile } from '#lesson/lesson.ts'
import { placeOf } from '#record/exchange.ts'
import { afterOf, isYamlUpdate, proposalsOf, sayOf, titleOf } from './propose.ts'
import { type Recorded, recordedMax } from './recorded.ts'

/** A condition that is proposed or written, and whether the step has it. */
export interface DraftCheck extends Expectation {
  readonly isOn: boolean
}

/** The part of a step's answer that the editor shows at first: nothing, the request line, or all of it. */
export type AttemptKind = 'none' | 'line' | 'whole'

export interface DraftStep {
  /** Unique in the draft. */
  readonly key: number
  /** The recorded requests that are its answer. A step that was written by hand has none, and `written`. */
  readonly ids: readonly number[]
  readonly title: string
  readonly say: string
  readonly focus: string
  /** Path of the object that is selected. Drafts of older pages have none. */
  readonly mark?: string
  readonly room: string
  readonly attempt: AttemptKind
  readonly checks: readonly DraftCheck[]
  readonly hints: readonly string[]
  readonly hasAnswer: boolean
  readonly wrong: readonly LikelyMistake[]
  readonly keep: Readonly<Record<string, string>>
  readonly after: string
  readonly written: WrittenRequests
}

/** Requests of a step that come from a file, not from the recording. */
export interface WrittenRequests {
  readonly scene: readonly LessonRequest[]
  readonly attempt: LessonRequest | null
  readonly answer: readonly LessonRequest[]
}

/** The texts about the whole lesson. */
export interface DraftHead {
  readonly title: string
  readonly group: string
  readonly about: string
  readonly text: string
  readonly minutes: number
}

/** A lesson that is being built. */
export interface LessonDraft extends DraftHead {
  readonly id: string
  /** The cluster on which it is recorded; `''` for none. */
  readonly cluster: string
  /** Objects up to this revision of that cluster are the server's own. */
  readonly base: number
  readonly me: string
  readonly people: readonly Person[]
  readonly seed: readonly SeedFile[]
  readonly configs: readonly SeedFile[]
  /** Absent in drafts of older pages. */
  readonly actors?: readonly SeedFile[]
  readonly cassette: string
  /** Describes the initial objects in words. */
  readonly start: string
  readonly recorded: readonly Recorded[]
  readonly ticked: readonly number[]
  readonly steps: readonly DraftStep[]
  /** Steps whose requests are not ticked; ticking a request restores the texts of its step. */
  readonly parked: readonly DraftStep[]
  /** Fields of the file that the builder does not show. They are kept as they were read. */
  readonly order: number
  readonly from: string
  readonly room: string
  readonly sections: readonly string[]
  /** Marks before those of the recording. */
  readonly picture: readonly string[]
  readonly changedMs: number
}

export const nothingWritten: WrittenRequests = { scene: [], attempt: null, answer: [] }

/** The number of ticked conditions of a new step: one for the answer, one for its first change. */
const checksAtFirst = 2

const nextKey = ({ steps, parked }: LessonDraft): number =>
  Math.max(0, ...[...steps, ...parked].map(({ key }) => key)) + 1

export const isLearners = ({ me }: LessonDraft, { actor }: Recorded): boolean => actor === me

function newStep(draft: LessonDraft, recorded: Recorded): DraftStep {
  const isYaml = isYamlUpdate(recorded)
  return {
    key: nextKey(draft),
    ids: [recorded.id],
    title: titleOf(recorded),
    say: sayOf(recorded),
    focus: isYaml ? 'yaml' : 'request',
    // The YAML tab shows the selected object.
    mark: isYaml ? (placeOf(recorded.target)?.object ?? '') : '',
    room: '',
    // Its line is a help in the Request tab only. No condition says what a new object holds, so its body is filled in, too.
    attempt: isYaml ? 'none' : recorded.method === 'POST' ? 'whole' : 'line',
    checks: proposalsOf(recorded).map((one, at) => ({ ...one, isOn: at < checksAtFirst })),
    hints: [],
    hasAnswer: true,
    wrong: [],
    keep: {},
    after: afterOf(recorded),
    written: nothingWritten,
  }
}

/** Puts a step among the others, in the order of the recording. */
function inOrder(steps: readonly DraftStep[], step: DraftStep): readonly DraftStep[] {
  const first = step.ids[0] ?? 0
  const at = steps.findIndex(({ ids }) => (ids[0] ?? 0) > first)
  return at < 0 ? [...steps, step] : [...steps.slice(0, at), step, ...steps.slice(at)]
}

/** True for a request that becomes a step without being ticked. Dry runs do not, because the page sends some as checks. */
const isLikely = ({ target }: Recorded): boolean => !/[?&]dryRun=/.test(target)

/** Adds a request to the recording. The user of the first one is the learner. [LSN20] */
export function addRecorded(before: LessonDraft, recorded: Recorded): LessonDraft {
  if (before.recorded.length >= recordedMax) return before
  const isFirst = before.recorded.length === 0 && before.steps.length === 0
  const isKnown = before.people.some(({ name }) => name === recorded.actor)
  const draft: LessonDraft = {
    ...before,
    me: isFirst ? recorded.actor : before.me,
    people: isKnown ? before.people : [...before.people, { name: recorded.actor, groups: recorded.groups }],
    recorded: [...before.recorded, recorded],
  }
  return isLikely(recorded) ? tick(draft, recorded.id) : draft
}

function tick(draft: LessonDraft, id: number): LessonDraft {
  const recorded = draft.recorded.find((one) => one.id === id)
  if (recorded === undefined || draft.ticked.includes(id)) return draft
  const ticked = [...draft.ticked, id].toSorted((a, b) => a - b)
  if (!isLearners(draft, recorded)) return { ...draft, ticked }
  const parked = draft.parked.find(({ ids }) => ids.includes(id))
  const step = parked === undefined ? newStep(draft, recorded) : { ...parked, ids: [id] }
  return {
    ...draft,
    ticked,
    steps: inOrder(draft.steps, step),
    parked: draft.parked.filter((one) => one !== parked),
  }
}

function untick(draft: LessonDraft, id: number): LessonDraft {
  const holder = draft.steps.find(({ ids }) => ids.includes(id))
  const ticked = draft.ticked.filter((one) => one !== id)
  if (holder === undefined) return { ...draft, ticked }
  const ids = holder.ids.filter((one) => one !== id)
  if (ids.length > 0)
    return { ...draft, ticked, steps: draft.steps.map((step) => (step === holder ? { ...step, ids } : step)) }
  return {
    ...draft,
    ticked,
    steps: draft.steps.filter((step) => step !== holder),
    parked: [...draft.parked, holder],
  }
}

/** Adds a recorded request to the lesson, or removes it. The texts of a removed step are kept. [LSN20] */
export const toggleRecorded = (draft: LessonDraft, id: number): LessonDraft =>
  draft.ticked.includes(id) ? untick(draft, id) : tick(draft, id)

export const changeStep = (draft: LessonDraft, key: number, change: Partial<DraftStep>): LessonDraft => ({
  ...draft,
  steps: draft.steps.map((step) => (step.key === key ? { ...step, ...change } : step)),
})

/** Moves a step by one place. */
export function moveStep(draft: LessonDraft, key: number, by: 1 | -1): LessonDraft {
  const at = draft.steps.findIndex((step) => step.key === key)
  const [step, other] = [draft.steps[at], draft.steps[at + by]]
  if (step === undefined || other === undefined) return draft
  return { ...draft, steps: draft.steps.with(at, other).with(at + by, step) }
}

/** Joins a step to the one before it: the texts of the earlier step remain, and the conditions of the later one. */
export function joinStep(draft: LessonDraft, key: number): LessonDraft {
  const at = draft.steps.findIndex((step) => step.key === key)
  const [step, before] = [draft.steps[at], draft.steps[at - 1]]
  if (step === undefined || before === undefined) return draft
  const joined: DraftStep = {
    ...before,
    ids: [...before.ids, ...step.ids],
    say: `${before.say} ${step.say}`,
    // Conditions on the earlier answer no longer apply, because `last` is the later one.
    checks: [...step.checks, ...before.checks.filter(({ is }) => !is.startsWith('last.'))],
    hints: [...before.hints, ...step.hints],
    wrong: [...before.wrong, ...step.wrong],
    keep: { ...before.keep, ...step.keep },
    after: step.after,
    written: {
      scene: [...before.written.scene, ...step.written.scene],
      attempt: before.written.attempt,
      answer: [...before.written.answer, ...step.written.answer],
    },
  }
  return { ...draft, steps: [...draft.steps.slice(0, at - 1), joined, ...draft.steps.slice(at + 1)] }
}

/** Splits a step with several requests: one step for the first request, one with the other requests and the texts. */
export function splitStep(draft: LessonDraft, key: number): LessonDraft {
  const at = draft.steps.findIndex((step) => step.key === key)
  const step = draft.steps[at]
  const [first, ...rest] = step?.ids ?? []
  const recorded = draft.recorded.find(({ id }) => id === first)
  if (step === undefined || recorded === undefined || rest.length === 0) return draft
  const steps = [newStep(draft, recorded), { ...step, ids: rest }]
  return { ...draft, steps: [...draft.steps.slice(0, at), ...steps, ...draft.steps.slice(at + 1)] }
}

/** Removes a step; its requests remain in the recording, not ticked. */
export function removeStep(draft: LessonDraft, key: number): LessonDraft {
  const step = draft.steps.find((one) => one.key === key)
  if (step === undefined) return draft
  return {
    ...draft,
    steps: draft.steps.filter((one) => one !== step),
    parked: step.ids.length === 0 ? draft.parked : [...draft.parked, step],
    ticked: draft.ticked.filter((id) => !step.ids.includes(id)),
  }
}
