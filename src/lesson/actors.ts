import type { SendPath } from '#client/send-path.ts'
import { actorTextProblem } from '#samples/actors/check-actor-text.ts'
import { readActorText } from '#samples/actors/read-actor-text.ts'
import { startActor } from '#samples/actors/run-actor.ts'
import { type LessonProblem, Problems } from './fields.ts'
import type { SeedFile } from './lesson.ts'
import { targetProblem } from './target.ts'

/** Stands before paths where a URL is required; it is never contacted. */
const ORIGIN = 'http://lesson.test'

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Starts the actors of a lesson; they act until the signal is aborted. [LSN41] */
export function startActors(files: readonly SeedFile[], send: SendPath, signal: AbortSignal): void {
  const fetcher: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return send(`${pathname}${search}`, init)
  }
  for (const { text } of files) {
    const { actor } = readActorText(text)
    if (actor === null || signal.aborted) continue
    const stop = startActor(actor, { fetch: fetcher, origin: ORIGIN, now: Date.now, pause })
    signal.addEventListener('abort', stop, { once: true })
  }
}

/** Returns what is wrong with the file of an actor. Its collection is one of the lesson's own cluster. [LSN41] */
export function checkActorFile(name: string, text: string): readonly LessonProblem[] {
  const problems = new Problems(name, text)
  if (problems.found.length > 0) return problems.found
  const problem = actorTextProblem(text)
  const { actor } = readActorText(text)
  const elsewhere = actor === null ? '' : targetProblem(actor.visits?.collection ?? actor.follows)
  for (const message of [problem, elsewhere]) if (message !== '') problems.addRange({ start: 0, end: 0 }, message)
  return problems.found
}
