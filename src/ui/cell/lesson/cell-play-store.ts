import { createStore, type StoreApi } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { SendPath } from '#client/send-path.ts'
import { checkStep, isDone, mistakeIn, type Check } from '#lesson/check-step.ts'
import { expandRequest, expandText, type ReadyRequest } from '#lesson/expand.ts'
import type { Lesson, LessonRequest, LessonStep } from '#lesson/lesson.ts'
import { beginStep, endStep, openPlay, type Play, sendReady, solveStep } from '#lesson/play.ts'
import type { Observed } from '#lesson/seen-request.ts'
import { targetProblem } from '#lesson/target.ts'
import { productLesson } from './find-lesson.ts'

/** The data of a lesson in a cell. */
export interface CellPlayState {
  readonly phase: 'opening' | 'playing' | 'failed'
  readonly failure: string
  /** Index of the step. */
  readonly at: number
  /** The words of the step with the values of this moment. */
  readonly say: string
  readonly after: string
  readonly checks: readonly Check[]
  /** The text about a likely mistake; `''` for none. */
  readonly mistake: string
  /** Number of hints that are shown. */
  readonly hints: number
  readonly isDone: boolean
  /** The request that is sent next. */
  readonly draft: ReadyRequest
  /** Index of the answer's request that is filled in next. */
  readonly answerAt: number
  readonly isSending: boolean
  readonly last: Observed | null
}

const noRequest: ReadyRequest = { method: 'GET', target: '', as: '', headers: {}, body: '' }

const beginning = {
  say: '',
  after: '',
  checks: [],
  mistake: '',
  hints: 0,
  isDone: false,
  draft: noRequest,
  answerAt: 0,
  isSending: false,
  last: null,
} as const

/** Plays steps of a lesson on the cluster of a cell, which is the lesson's own. [EM10] */
export class CellPlay {
  readonly lesson: Lesson
  readonly store: StoreApi<CellPlayState>
  #play: Play | null = null

  constructor(lesson: Lesson, step: number) {
    this.lesson = lesson
    const at = Math.min(step, lesson.steps.length) - 1
    this.store = createStore<CellPlayState>(() => ({ phase: 'opening', failure: '', at, ...beginning }))
  }

  get step(): LessonStep | undefined {
    return this.lesson.steps[this.store.getState().at]
  }

  /** Makes the objects of the lesson, plays the steps before by their answers, and follows the server until the signal. */
  open(send: SendPath, signal: AbortSignal): void {
    this.#attempt(async () => {
      const play = await openPlay(this.lesson, send, signal, productLesson)
      for (const before of this.lesson.steps.slice(0, this.store.getState().at)) await solveStep(play, before)
      this.#play = { ...play, onSent: (last) => this.store.setState({ last }) }
      play.session.subscribe(() => this.#look())
      await this.#begin()
    }, signal)
  }

  change(change: Partial<ReadyRequest>): void {
    this.store.setState(({ draft }) => ({ draft: { ...draft, ...change } }))
  }

  showHint(): void {
    this.store.setState(({ hints }) => ({ hints: hints + 1 }))
  }

  /** Puts the next request of the answer into the fields; sends nothing. */
  fillAnswer(): void {
    const play = this.#play
    const answer = this.step?.answer ?? []
    const { answerAt } = this.store.getState()
    const request = answer[answerAt % Math.max(1, answer.length)]
    if (play === null || request === undefined) return
    this.#attempt(async () => {
      // Marks of the answer stand for values of objects: all that was written has to be known.
      await play.session.settled()
      this.#fill(request)
      this.store.setState({ answerAt: (answerAt + 1) % answer.length })
    })
  }

  /** Sends the request of the fields as the learner. */
  send(): void {
    const play = this.#play
    const { draft } = this.store.getState()
    if (play === null || draft.target === '' || targetProblem(draft.target) !== '') return
    const hasBody = draft.method !== 'GET' && draft.body !== ''
    const headers = hasBody ? { 'content-type': 'application/json', ...draft.headers } : draft.headers
    this.store.setState({ isSending: true })
    this.#attempt(async () => {
      try {
        await sendReady(play, { ...draft, headers, body: hasBody ? draft.body : '' }, true)
      } finally {
        this.store.setState({ isSending: false })
      }
    })
  }

  /** Goes to the next step once this one is done. */
  next(): void {
    const { at, isDone: isOver } = this.store.getState()
    if (!isOver || at + 1 >= this.lesson.steps.length) return
    this.store.setState({ at: at + 1, ...beginning })
    this.#attempt(() => this.#begin())
  }

  async #begin(): Promise<void> {
    const { step } = this
    if (this.#play === null || step === undefined) return
    await beginStep(this.#play, step)
    if (step.attempt !== null) this.#fill(step.attempt)
    this.store.setState({ phase: 'playing' })
    this.#look()
  }

  #fill(request: LessonRequest): void {
    if (this.#play !== null) this.store.setState({ draft: expandRequest(request, this.#play.session.inputs()) })
  }

  #look(): void {
    const [play, step] = [this.#play, this.step]
    if (play === null || step === undefined) return
    const inputs = play.session.inputs()
    const [say, after] = [expandText(step.say, inputs), expandText(step.after, inputs)]
    const { isDone: wasDone, phase } = this.store.getState()
    if (wasDone || phase !== 'playing') return this.store.setState({ say, after })
    const checks = checkStep(step, inputs).map((check) => ({ ...check, say: expandText(check.say, inputs) }))
    const isOver = isDone(checks)
    const wrong = isOver ? undefined : mistakeIn(step, inputs)
    if (isOver) endStep(play, step)
    const mistake = wrong === undefined ? '' : expandText(wrong.say, inputs)
    this.store.setState({ say, after, checks, isDone: isOver, mistake })
  }

  #attempt(action: () => Promise<void>, signal?: AbortSignal): void {
    action().catch((error: unknown) => {
      if (signal?.aborted !== true) this.store.setState({ phase: 'failed', failure: errorText(error) })
    })
  }
}
