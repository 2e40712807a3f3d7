import type { ExpressionScope } from '../kinds/config-field.ts'
import type { TextRange } from '../text-range.ts'

/** What the rules want to know of an expression; the CEL compiler is behind it. */
export interface Expressions {
  compile(scope: ExpressionScope, source: string): CheckedExpression
}

export type CheckedExpression =
  | {
      readonly type: 'checked'
      /** Name of the static type: `bool`, `list(string)`. */
      readonly resultType: string
      /** A constant cannot be converted; the static type is judged before. */
      readonly problem: CheckedProblem | undefined
      /** Whether `claims.NAME` or `claims.?NAME` occurs, by the syntax: other ways to read a claim don't count. */
      readsClaim(name: string): boolean
      /** Whether the claim is read in a way that `readsClaim` does not see: `claims['NAME']`, `dyn(claims).NAME`. */
      readsClaimOtherwise(name: string): boolean
      /** The outermost call is of this method: `split`. */
      readonly outermostCall: string | undefined
    }
  | {
      readonly type: 'failed'
      /** All issues as the reference prints them. */
      readonly text: string
      /** The first issue's part of the source. */
      readonly range: TextRange
    }

/** Why no program can be made of an expression that compiles: to the reference no mistake of the user's. */
export interface CheckedProblem {
  readonly text: string
  /** Of the part that is wrong. */
  readonly range: TextRange
}
