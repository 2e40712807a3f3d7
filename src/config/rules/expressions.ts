import type { ExpressionScope } from '#config/kinds/config-field.ts'
import type { TextRange } from '#document/text-range.ts'

/** The properties of expressions that rules check; hides the CEL compiler. */
export interface Expressions {
  compile(scope: ExpressionScope, source: string): CheckedExpression
}

export type CheckedExpression =
  | {
      readonly type: 'checked'
      /** Name of the static type: `bool`, `list(string)`. */
      readonly resultType: string
      /** Set if a constant cannot be converted; the static type is checked first. */
      readonly problem: CheckedProblem | undefined
      /**
       * Reports whether `claims.NAME` or `claims.?NAME` occurs; a syntactic check that ignores other ways to read a
       * claim.
       */
      readsClaim(name: string): boolean
      /** Reports whether the claim is read in a way that `readsClaim` misses: `claims['NAME']`, `dyn(claims).NAME`. */
      readsClaimOtherwise(name: string): boolean
      /** Method of the outermost call: `split`. */
      readonly outermostCall: string | undefined
    }
  | {
      readonly type: 'failed'
      /** All issues as the reference prints them. */
      readonly text: string
      /** Range of the first issue in the expression. */
      readonly range: TextRange
    }

/**
 * The reason why an expression that compiles yields no program; the reference reports it as an internal error, not as a user
 * error.
 */
export interface CheckedProblem {
  readonly text: string
  /** Range of the failing part. */
  readonly range: TextRange
}
