import type { CelResult } from '#cel/cel.ts'
import type { Compiled } from '#expressions/compile-expression.ts'

/** An expression's source and the result of compiling it. */
export interface Expression {
  readonly source: string
  readonly compiled: Compiled
}

/** Receives the result of an expression each time that it was evaluated; `expression` is the compiled part of its policy. */
export type ObserveExpression = (expression: Expression, result: CelResult) => void
