import { createStore, type StoreApi } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { expandRequest } from '#lesson/expand.ts'
import type { LessonRequest, LessonStep } from '#lesson/lesson.ts'
import { observeAnswer } from '#lesson/observe.ts'
import { beginStep, endStep, personOf, type Play, playerActor } from '#lesson/play.ts'
import type { Observed } from '#lesson/seen-request.ts'
import type { SendPath } from '#client/send-path.ts'
import { answerRecorded } from '#lesson/recorded.ts'
import { LessonSession } from '#lesson/session.ts'
import { labRoom } from '#ui/lab/room.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { changeProgress, type OpenLesson, requestsOf } from '#ui/lab/lesson-progress.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { createConsole } from '#ui/parts/request/console-store.ts'
import { atFirst } from './first-state.ts'
import { focusEditor } from './focus-editor.ts'
import { markedObject, writtenObject } from './marked-object.ts'
import { comparedRequest, isFinished, type PlayerState, stepOf, viewOf } from './player-state.ts'
import { requestMark } from '#lesson/request-mark.ts'
import { sentRequest } from './sent-request.ts'
import { toDraft } from './to-draft.ts'

/** The player of the lesson of this tab's cluster. */
export interface Player {
  readonly store: ReadableStore<PlayerState>
  /** Follows the server until the returned function is called. */
  follow(): () => void
  /** Puts the step's attempt into the editor. */
  fillAttempt(): void
  /** Puts the next request of the answer into the editor, with the values of this moment, and keeps what was there. */
  fillAnswer(): Promise<void>
  /** Puts the request of a step's answer that Compare shows into the editor, after the end of the lesson. */
  takeAnswer(step: number): void
  /** After the end of a lesson: shows a step beside the editor, which the end covers in a narrow window. */
  showStep(step: number): void
  /** Goes back to the end of the lesson. */
  showEnd(): void
  /** Puts back what the answer replaced. */
  takeMine(): void
  showHint(): void
  /** Goes to the next step once this one is done; from an earlier one that is looked at, forward. */
  next(): void
  /** Shows the step before. */
  back(): void
}

const marksMax = 14
/** Requests of a step that are kept for the comparison at the end. */
const sentMax = 20

const readKept = (kept: OpenLesson['kept']): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(kept).map(([name, text]) => [name, parseExactJson(text) as Json]))

const printKept = (kept: Readonly<Record<string, Json>>): OpenLesson['kept'] =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, printExactJson(value)]))

/** Opens the panel that a step points to, and selects its object. */
function showFocus(lab: Lab, { focus, mark }: LessonStep, room: string): void {
  const marked = markedObject(mark)
  if (marked !== null) lab.selection.openObject(marked)
  if (room !== '') lab.goTo(room)
  if (lab.parts.work.some(({ id }) => id === focus)) lab.layout.setWorkTab(focus)
  if (lab.parts.dock.some(({ id }) => id === focus)) lab.layout.openDock(focus)
  if (focus === 'inspector') lab.layout.setFolded('inspector', false)
}

class LessonPlayer implements Player {
  readonly store: StoreApi<PlayerState>
  readonly #lab: Lab
  #play: Play | null = null
  /** When the open step became true; 0 if that was before the page was loaded. */
  #doneMs = 0

  constructor(lab: Lab) {
    this.#lab = lab
    this.store = createStore<PlayerState>(() => atFirst(lab))
  }

  follow(): () => void {
    const ending = new AbortController()
    const stopAnswering = this.#lab.answerBy(answerRecorded(this.store.getState().lesson?.cassette ?? ''))
    const stop = this.#lab.listen((parts, answer) => {
      let isNew = true
      void observeAnswer(parts, answer, (observed) => {
        this.#hear(observed, isNew, parts.sentMs)
        isNew = false
      })
    })
    this.#open(ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) this.store.setState({ phase: 'failed', failure: errorText(error) })
    })
    return () => {
      stop()
      stopAnswering()
      ending.abort()
    }
  }

  fillAttempt(): void {
    const attempt = this.#step?.attempt
    if (attempt !== undefined && attempt !== null) this.#fill(attempt)
  }

  async fillAnswer(): Promise<void> {
    // Marks of the answer stand for values of objects: all that was written has to be known.
    await this.#play?.session.settled()
    const { answerAt } = this.store.getState()
    const requests = this.#step?.answer ?? []
    const request = requests[answerAt % Math.max(1, requests.length)]
    if (request === undefined) return
    const { draft } = partState(this.#lab, createConsole).store.getState()
    this.#fill(request)
    this.store.setState({ mine: draft, answerAt: (answerAt + 1) % requests.length })
  }

  takeAnswer(step: number): void {
    const request = comparedRequest(this.store.getState().lesson?.steps[step]?.answer ?? [])
    if (request !== undefined) this.#fill(request)
  }

  showStep(step: number): void {
    this.store.setState({ viewed: step })
    this.#look()
  }

  showEnd(): void {
    this.store.setState(({ open }) => ({ viewed: open.step }))
  }

  takeMine(): void {
    const { mine } = this.store.getState()
    if (mine !== null) partState(this.#lab, createConsole).change(() => mine)
    this.store.setState({ mine: null })
  }

  showHint(): void {
    this.store.setState(({ hints }) => ({ hints: hints + 1 }))
  }

  next(): void {
    const { viewed, open, lesson } = this.store.getState()
    if (viewed < open.step) this.store.setState({ viewed: viewed + 1 })
    else if (open.isStepDone) this.#leaveStep(open, lesson?.steps.length ?? 0)
    this.#look()
  }

  back(): void {
    this.store.setState(({ viewed }) => ({ viewed: Math.max(0, viewed - 1) }))
    this.#look()
  }

  get #step(): LessonStep | undefined {
    return stepOf(this.store.getState())
  }

  #leaveStep(open: OpenLesson, count: number): void {
    const isLast = open.step + 1 >= count
    if (isLast) this.#finish()
    else this.#keep({ step: open.step + 1, isStepDone: false, isBegun: false })
    this.store.setState({ viewed: open.step + 1, hints: 0, mine: null, answer: null, answerAt: 0, checks: [] })
    if (!isLast) this.#attempt(this.#begin(true))
  }

  /** Changes the stored play. */
  #keep(change: Partial<OpenLesson>): void {
    const open = { ...this.store.getState().open, ...change, changedMs: Date.now() }
    this.store.setState({ open })
    changeProgress((progress) => ({ ...progress, open: { ...progress.open, [open.cluster]: open } }))
  }

  /** Looks at the server again: checks, words, and whether the step is done now. */
  #look(): void {
    const play = this.#play
    if (play === null) return
    const { isNowDone, ...view } = viewOf(this.store.getState(), play.session)
    this.store.setState(view)
    const step = this.#step
    if (!isNowDone || step === undefined || !this.store.getState().open.isBegun) return
    endStep(play, step)
    this.#doneMs = performance.now()
    this.#keep({ isStepDone: true, kept: printKept(play.session.kept) })
  }

  #hear(observed: Observed, isNew: boolean, sentMs: number): void {
    const { open } = this.store.getState()
    const written = writtenObject(observed)
    // The panels of the selected object show what the step says about it.
    if (written !== null) this.#lab.selection.openObject(written)
    // The server's facts can make a step true before the answer that caused them is read.
    const isOfStep = !open.isStepDone || sentMs < this.#doneMs
    if (isNew && isOfStep && !isFinished(this.store.getState())) {
      const counts = Array.from({ length: open.step + 1 }, (_none, at) => open.counts[at] ?? 0)
      counts[open.step] = (counts[open.step] ?? 0) + 1
      const exchanges = Array.from({ length: open.step + 1 }, (_none, at) => open.exchanges?.[at] ?? [])
      exchanges[open.step] = [...(exchanges[open.step] ?? []), sentRequest(observed)].slice(-sentMax)
      this.#keep({ counts, exchanges, marks: [...open.marks, requestMark(observed)].slice(-marksMax) })
    }
    // A watch learns later than its head that history is gone.
    if (!isNew && requestMark(observed) === 'gone' && open.marks.at(-1) === 'watch')
      this.#keep({ marks: open.marks.with(-1, 'gone') })
    this.#play?.session.observe(observed, isNew)
  }

  async #begin(isMoving: boolean): Promise<void> {
    const [play, step] = [this.#play, this.#step]
    if (play === null || step === undefined) return
    const room = step.room === '' ? play.lesson.room : step.room
    if (isMoving) showFocus(this.#lab, step, room)
    if (!this.store.getState().open.isBegun) {
      await beginStep(play, step)
      this.#keep({ isBegun: true })
    }
    this.#look()
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { lesson, open } = this.store.getState()
    if (lesson === null) return
    const { read, actor } = this.#lab
    const send: SendPath = (path, init) => read(path, init)
    const session = await LessonSession.open({
      read: send,
      pageActor: playerActor,
      base: open.base,
      learner: () => actor.getState(),
      kept: readKept(open.kept),
      signal,
    })
    this.#play = { lesson, session, send }
    session.subscribe(() => this.#look())
    await this.#begin(!open.isBegun)
    this.store.setState({ phase: 'playing' })
    this.#look()
  }

  #fill(request: LessonRequest): void {
    if (this.#play === null) return
    const { actor, layout, goTo } = this.#lab
    const draft = toDraft(expandRequest(request, this.#play.session.inputs()))
    const person = personOf(this.#play.lesson, request.as)
    if (actor.getState().name !== person.name) actor.choose(person)
    goTo(labRoom)
    layout.setWorkTab('request')
    partState(this.#lab, createConsole).change(() => draft)
    this.store.setState({ answer: draft })
    focusEditor()
  }

  #finish(): void {
    const { lesson, open: done } = this.store.getState()
    if (lesson === null) return
    this.#keep({ step: lesson.steps.length, isStepDone: false })
    if (done.isDemo === true) return
    const result = { requests: requestsOf(done), marks: done.marks }
    changeProgress((progress) => {
      const best = Object.hasOwn(progress.done, lesson.id) ? progress.done[lesson.id] : undefined
      const isBetter = best === undefined || result.requests <= best.requests
      return { ...progress, done: { ...progress.done, [lesson.id]: isBetter ? result : best } }
    })
  }

  #attempt(action: Promise<void>): void {
    action.catch((error: unknown) => this.store.setState({ phase: 'failed', failure: errorText(error) }))
  }
}

const createPlayer = (lab: Lab): Player => new LessonPlayer(lab)

/** Returns the player of this page. */
export const playerOf = (lab: Lab): Player => partState(lab, createPlayer)
