import { createStore, type StoreApi } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import { countWords } from '#lesson/words.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { lessonHere, requestsOf } from '#ui/lab/lesson-progress.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { createConsole } from '#ui/parts/request/console-store.ts'
import { type DemoAsked, demoAsked } from './demo-asked.ts'
import { lessonById } from './catalogue.ts'
import { playerOf } from './player-store.ts'
import { isFinished, stepOf } from './player-state.ts'
import { startLesson } from './start-lesson.ts'

export interface DemoState {
  readonly phase: 'opening' | 'playing' | 'paused' | 'ended' | 'failed'
  /** The reason why it is paused by itself, or has failed; `''` without a reason. */
  readonly words: string
}

/** Plays the lesson of the address by itself, at reading speed. [LSN23] */
export interface Demo {
  readonly store: ReadableStore<DemoState>
  /** Plays until the returned function is called. */
  follow(): () => void
  /** Pauses, or goes on. */
  readonly toggle: () => void
}

/** Words that are read in a second, and the time to look at what changed. */
const wordsPerSecond = 4
const lookMs = 1_500

const readingMs = (text: string): number => Math.max(lookMs, (countWords(text) / wordsPerSecond) * 1000)

/** Resolves when a store's state is as wanted. Rejects when the signal is aborted. */
function until<State>(
  store: ReadableStore<State>,
  isWanted: (state: State) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => () => {
      stop()
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const onAbort = (): void => end(() => reject(signal.reason as Error))()
    const stop = store.subscribe((state) => {
      if (isWanted(state)) end(resolve)()
    })
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    if (isWanted(store.getState())) end(resolve)()
  })
}

/** The longest time for which a pause goes unnoticed. */
const sliceMs = 100

class LessonDemo implements Demo {
  readonly store: StoreApi<DemoState> = createStore<DemoState>(() => ({ phase: 'opening', words: '' }))
  readonly #lab: Lab
  readonly #asked: DemoAsked | null

  constructor(lab: Lab) {
    this.#lab = lab
    this.#asked = demoAsked(location.search)
  }

  follow(): () => void {
    const ending = new AbortController()
    this.#play(ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) this.store.setState({ phase: 'failed', words: errorText(error) })
    })
    return () => ending.abort(new Error('the demo was left'))
  }

  readonly toggle = (): void =>
    this.store.setState(({ phase, words }) =>
      phase === 'playing'
        ? { phase: 'paused', words: '' }
        : phase === 'paused'
          ? { phase: 'playing', words: '' }
          : { phase, words },
    )

  async #play(signal: AbortSignal): Promise<void> {
    if (this.#asked === null) return
    const { id, pace } = this.#asked
    if (lessonHere()?.id !== id) return this.#start(id, pace)
    const { store } = playerOf(this.#lab)
    await until(store, ({ phase }) => phase !== 'opening', signal)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.store.setState({
      phase: isCalm ? 'paused' : 'playing',
      words: isCalm ? 'Your system asks for reduced motion, so the demo waits for you.' : '',
    })
    while (!isFinished(store.getState())) await this.#playStep(signal)
    this.store.setState({ phase: 'ended', words: '' })
  }

  async #start(id: string, pace: number): Promise<void> {
    const lesson = lessonById(this.#lab, id)
    const start = (): Promise<string> =>
      lesson === undefined
        ? Promise.resolve(`There is no lesson ${id}.`)
        : startLesson(this.#lab, lesson, 0, { id, pace })
    // It starts while the page opens, when the server of the page before may be stopping, and nobody is there to try again.
    const words = (await start()) && (await start())
    if (words !== '') this.store.setState({ phase: 'failed', words })
  }

  async #playStep(signal: AbortSignal): Promise<void> {
    const player = playerOf(this.#lab)
    const { store } = player
    await until(store, ({ open, say }) => open.isBegun && say !== '', signal)
    const step = stepOf(store.getState())
    if (step === undefined) return
    await this.#rest(readingMs(store.getState().say), signal)
    const { isStepDone } = store.getState().open
    for (let at = 0; at < step.answer.length && !isStepDone; at += 1) await this.#sendNext(signal)
    await until(store, ({ open }) => open.isStepDone, signal)
    await this.#rest(readingMs(store.getState().after), signal)
    const { step: before } = store.getState().open
    player.next()
    await until(store, ({ open }) => open.step > before, signal)
  }

  /** Fills in the next request of the answer, and sends it. */
  async #sendNext(signal: AbortSignal): Promise<void> {
    const player = playerOf(this.#lab)
    const requests = partState(this.#lab, createConsole)
    await player.fillAnswer()
    await this.#rest(lookMs, signal)
    const { open } = player.store.getState()
    const [count, at] = [requestsOf(open), open.step]
    requests.send()
    await until(requests.store, ({ answer }) => answer.type !== 'waiting', signal)
    await until(
      player.store,
      (state) => requestsOf(state.open) > count || state.open.step > at || state.open.isStepDone,
      signal,
    )
    await this.#rest(lookMs, signal)
  }

  /** Lets time pass; none passes while the demo is paused. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    let left = ms / (this.#asked?.pace ?? 1)
    while (left > 0) {
      await until(this.store, ({ phase }) => phase !== 'paused', signal)
      const slice = Math.min(left, sliceMs)
      await new Promise((resolve) => setTimeout(resolve, slice))
      left -= slice
    }
    await until(this.store, ({ phase }) => phase !== 'paused', signal)
  }
}

const createDemo = (lab: Lab): Demo => new LessonDemo(lab)

export const demoOf = (lab: Lab): Demo => partState(lab, createDemo)
