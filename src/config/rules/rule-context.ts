import { type FieldPath, internal, invalid } from '#api/field-error.ts'
import type { Dialect } from '#config/dialect.ts'
import { type Findings, pathText } from '#config/finding.ts'
import type { RuleId } from '#config/report/rule-texts.ts'
import type { ExpressionScope } from '#config/kinds/config-field.ts'
import type { NodePath } from '#document/locate.ts'
import type { CheckedExpression, Expressions } from './expressions.ts'
import type { ConfigFiles } from './files.ts'

/** The input of rules. */
export interface RuleContext {
  readonly found: Findings
  readonly dialect: Dialect
  readonly files: ConfigFiles
  readonly expressions: Expressions
  readonly disallowedIssuers: readonly string[]
  readonly knownTypes: readonly string[]
  readonly repeatableTypes: readonly string[]
  /** The server's own authorizer types must have their type as name. */
  readonly isMainServer: boolean
}

type Checked = Extract<CheckedExpression, { type: 'checked' }>

/** Ids of the rules that an expression can violate. */
export interface ExpressionCodes {
  readonly compile: RuleId
  /** Absent if any static type is allowed. */
  readonly bool?: RuleId
}

/**
 * Compiles an expression; on an error adds a finding and returns `undefined`. `field` is the path in the reference's
 * message.
 */
export function checkExpression(
  context: RuleContext,
  place: {
    readonly scope: ExpressionScope
    readonly at: NodePath
    readonly field?: FieldPath
    readonly codes: ExpressionCodes
  },
  source: string,
): Checked | undefined {
  const { at, codes, scope } = place
  const field = place.field ?? pathText(at)
  const checked = context.expressions.compile(scope, source)
  if (checked.type === 'failed') {
    const error = invalid(field, source, `compilation failed: ${checked.text}`)
    context.found.error(codes.compile, error, at, { within: checked.range })
    return undefined
  }
  if (codes.bool !== undefined && checked.resultType !== 'bool') {
    const got = scope === 'request' ? ` but got ${checked.resultType}` : ''
    context.found.error(codes.bool, invalid(field, source, `must evaluate to bool${got}`), at)
    return undefined
  }
  const { problem } = checked
  if (problem === undefined) return checked
  const error = internal(field, `program instantiation failed: ${problem.text}`)
  context.found.error(codes.compile, error, at, { within: problem.range })
  return undefined
}

/** Warns about a list that a mapping takes directly from `split()`. */
export const warnOfSplit = (context: RuleContext, at: NodePath): void =>
  context.found.warning(
    'W05',
    at,
    'at log-in the original refuses a list that comes directly from split(); wrap it in dyn(…)',
  )
