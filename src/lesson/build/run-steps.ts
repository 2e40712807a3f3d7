import type { CelInputs } from '#cel/cel.ts'
import { checkStep, isDone, type Check } from '#lesson/check-step.ts'
import type { LessonStep } from '#lesson/lesson.ts'
import { beginStep, endStep, type Play, sendAll } from '#lesson/play.ts'

/** The result of one step when the lesson solved itself. */
export interface StepRun {
  readonly title: string
  readonly outcome: 'solved' | 'unsolved' | 'no-answer' | 'solved-before'
  readonly checks: readonly Check[]
  /** The learner's requests with their answers: `GET 200, PUT 409`. */
  readonly requests: string
  readonly ms: number
  /** The variables of expressions at the end of the step. */
  readonly inputs: CelInputs
}

/** The time within which a step must become true after its last answer. */
const PATIENCE_MS = 3_000

const requestsOf = (inputs: CelInputs, me: string): string => {
  const log = inputs['log']
  if (!Array.isArray(log)) return ''
  return log
    .flatMap((request: unknown): readonly string[] => {
      const isRequest = typeof request === 'object' && request !== null && 'method' in request && 'code' in request
      if (!isRequest || !('actor' in request) || (request.actor !== me && request.actor !== '')) return []
      return [`${String(request.method)} ${String(request.code)}`]
    })
    .join(', ')
}

async function runStep(play: Play, step: LessonStep): Promise<StepRun> {
  const { session, lesson } = play
  const start = performance.now()
  const ended = (outcome: StepRun['outcome']): StepRun => {
    const inputs = session.inputs()
    const requests = requestsOf(inputs, lesson.me)
    return {
      title: step.title,
      outcome,
      checks: checkStep(step, inputs),
      requests,
      ms: performance.now() - start,
      inputs,
    }
  }
  await beginStep(play, step)
  if (isDone(checkStep(step, session.inputs()))) return ended('solved-before')
  if (step.answer.length === 0) return ended('no-answer')
  await sendAll(play, step.answer, true)
  await session.settled()
  const isSolved = await session.until(() => isDone(checkStep(step, session.inputs())), PATIENCE_MS)
  if (isSolved) endStep(play, step)
  return ended(isSolved ? 'solved' : 'unsolved')
}

/**
 * Lets a lesson solve itself by its answers, step by step, until one step is not solved by them. Each step is reported when it
 * ends. [LSN21]
 */
export async function runSteps(play: Play, report: (run: StepRun) => void): Promise<void> {
  for (const step of play.lesson.steps) {
    const run = await runStep(play, step)
    report(run)
    if (run.outcome !== 'solved') return
  }
}
