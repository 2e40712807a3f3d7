import type { CelInputs, CelProgram, CelResult } from '#cel/cel.ts'
import type { Compiled } from '#expressions/compile-expression.ts'

/** An expression's source and the result of compiling it. */
export interface Expression {
  readonly source: string
  readonly compiled: Compiled
}

/** An evaluation that can be repeated with the same inputs, to see the values of its parts. */
export interface Evaluation {
  readonly program: CelProgram
  readonly inputs: CelInputs
}

/** Receives the result of an expression each time that it was evaluated; `expression` is the compiled part of its policy. */
export type ObserveExpression = (expression: Expression, result: CelResult, evaluation: Evaluation) => void
