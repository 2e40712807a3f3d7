import { checkStep, isDone, mistakeIn } from './check-step.ts'
import type { Lesson, LessonStep } from './lesson.ts'
import { beginStep, openPlay, type Play, sendAll, solveBegun, solveStep, whyNot } from './play.ts'
import type { SendPath } from '#client/send-path.ts'

/** A server that a lesson is tested against. */
export interface TestServer {
  readonly send: SendPath
  close(): Promise<void>
}

export interface LessonTest {
  readonly lesson: Lesson
  readonly byId: (id: string) => Lesson | undefined
  /** Starts a fresh server. */
  readonly start: () => Promise<TestServer>
}

/** The time that the test waits until a mistake is noticed. */
const PATIENCE_MS = 5_000

async function withPlay<Value>(test: LessonTest, run: (play: Play) => Promise<Value>): Promise<Value> {
  const server = await test.start()
  const ending = new AbortController()
  try {
    return await run(await openPlay(test.lesson, server.send, ending.signal, test.byId))
  } finally {
    ending.abort()
    await server.close()
  }
}

const fail = (step: LessonStep, why: string): Error => new Error(`step ${JSON.stringify(step.title)}: ${why}`)

/**
 * Plays a lesson by its answers: each step is false before and true after them, and all together are within par. A lesson
 * without answers is only begun. @throws Error with the step and what is wrong [LSN7]
 */
export async function playThrough(test: LessonTest): Promise<{ readonly requests: number }> {
  return withPlay(test, async (play) => {
    for (const step of test.lesson.steps) {
      await beginStep(play, step)
      if (isDone(checkStep(step, play.session.inputs()))) throw fail(step, 'is done before anything was sent')
      const mistake = mistakeIn(step, play.session.inputs())
      if (mistake !== undefined) throw fail(step, `blames the learner before anything was sent: ${mistake.when}`)
      if (step.answer.length === 0) return { requests: play.session.requestCount }
      await solveBegun(play, step)
    }
    const { requestCount } = play.session
    if (requestCount > test.lesson.par)
      throw new Error(`the answers are ${requestCount} requests, par is ${test.lesson.par}`)
    return { requests: requestCount }
  })
}

/** Makes a likely mistake: it must be noticed, and the step must not be done. @throws Error [LSN8] */
export async function makeMistake(test: LessonTest, stepAt: number, wrongAt: number): Promise<void> {
  await withPlay(test, async (play) => {
    const { steps } = test.lesson
    for (const step of steps.slice(0, stepAt)) await solveStep(play, step)
    const step = steps[stepAt]
    const wrong = step?.wrong[wrongAt]
    if (step === undefined || wrong === undefined) return
    await beginStep(play, step)
    await sendAll(play, wrong.by, true)
    await play.session.settled()
    const { session } = play
    const isNoticed = await session.until(() => mistakeIn(step, session.inputs()) === wrong, PATIENCE_MS)
    if (!isNoticed) throw fail(step, `does not notice the mistake ${wrong.when}; ${whyNot(play, step)}`)
    if (isDone(checkStep(step, session.inputs()))) throw fail(step, `is done by the mistake ${wrong.when}`)
  })
}
