import type { Json } from '#api/json.ts'
import type { CelInputs } from '#cel/cel.ts'
import { compileExpression } from './expressions.ts'
import type { LessonStep, LikelyMistake } from './lesson.ts'

/** The present result of one condition of a step. */
export interface Check {
  readonly say: string
  readonly isTrue: boolean
  /** The error of its evaluation; `''` if there was none. A condition with an error counts as false. */
  readonly problem: string
}

function isTrue(source: string, inputs: CelInputs): { readonly isTrue: boolean; readonly problem: string } {
  const program = compileExpression(source, true)
  if (program.type === 'failed') return { isTrue: false, problem: program.message }
  const outcome = program.run(inputs)
  return outcome.type === 'error'
    ? { isTrue: false, problem: outcome.message }
    : { isTrue: outcome.value === true, problem: '' }
}

/** Evaluates the conditions of a step. It is done when all are true at the same time. [LSN5] */
export const checkStep = ({ expect }: LessonStep, inputs: CelInputs): readonly Check[] =>
  expect.map(({ is, say }) => ({ say, ...isTrue(is, inputs) }))

export const isDone = (checks: readonly Check[]): boolean => checks.every((check) => check.isTrue)

/** Returns the likely mistake that was made, if any. */
export const mistakeIn = ({ wrong }: LessonStep, inputs: CelInputs): LikelyMistake | undefined =>
  wrong.find(({ when }) => isTrue(when, inputs).isTrue)

/** Returns the values that a done step keeps for later ones. A value that cannot be computed is left out. */
export function valuesToKeep({ keep }: LessonStep, inputs: CelInputs): readonly (readonly [string, Json])[] {
  return Object.entries(keep).flatMap(([name, source]): (readonly [string, Json])[] => {
    const program = compileExpression(source, false)
    const outcome = program.type === 'program' ? program.run(inputs) : program
    return outcome.type === 'value' ? [[name, outcome.value]] : []
  })
}
