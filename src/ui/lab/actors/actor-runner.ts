import { attempt } from '#ui/lab/actions.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import type { Lab } from '#ui/lab/lab.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Runs `start` in one tab of this cluster at a time. Returns a function that ends it. */
function inOneTab(name: string, start: () => () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const hold = (): Promise<void> =>
    new Promise((release) => {
      const stop = start()
      signal.addEventListener('abort', () => {
        stop()
        release()
      })
    })
  if (typeof navigator !== 'undefined' && 'locks' in navigator) {
    navigator.locks.request(`orchard-bots ${currentCluster()} ${name}`, { signal }, hold).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  } else void hold()
  return () => ending.abort()
}

/** Starts the actor of a text after `opened`, once its code is loaded. A text that declares none starts nothing. */
function startText(lab: Lab, text: string, opened: Promise<void>): () => void {
  const ending = new AbortController()
  const start = async (): Promise<void> => {
    await opened
    if (ending.signal.aborted) return
    const { startActorText } = await import('./start-actor-text.ts')
    if (ending.signal.aborted) return
    ending.signal.addEventListener('abort', startActorText(lab, text, pause))
  }
  void attempt(lab, start())
  return () => ending.abort()
}

export interface ActorRunner {
  /** Starts, stops or restarts what runs: the actor of this text, or none for `null`. */
  run(text: string | null): void
}

/** Time that a page which opens has for its own first screen, in milliseconds. */
const OPENING_MS = 2000

/** Resolves when the page has had the time to open: the code of actors is not part of its first load. [PF6] */
export const afterOpening = (): Promise<void> => pause(Math.max(0, OPENING_MS - performance.now()))

/** Runs the actor of one text at a time, not before `opened`. */
export function createActorRunner(lab: Lab, id: string, opened: Promise<void>): ActorRunner {
  let running: { readonly text: string; readonly stop: () => void } | null = null
  return {
    run(text) {
      if (text === (running?.text ?? null)) return
      running?.stop()
      running = text === null ? null : { text, stop: inOneTab(id, () => startText(lab, text, opened)) }
    },
  }
}
