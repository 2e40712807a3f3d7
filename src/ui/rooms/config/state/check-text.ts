import { PER_CALL_LIMIT } from '#cel/cel.ts'
import { checkConfig } from '#config/check-config.ts'
import type { Diagnostic } from '#config/diagnostic.ts'
import type { DialectName } from '#config/dialect.ts'
import { evaluateExpression } from '#config/evaluate-expression.ts'
import type { KindName } from '#config/kinds/config-field.ts'
import { virtualFiles } from '#config/rules/files.ts'
import { expressionPlaces, type ExpressionPlace } from './expression-places.ts'
import { type Sample, variableFor } from './samples.ts'

/** The input of a check. */
export interface CheckRequest {
  readonly text: string
  readonly kind: KindName
  /** Paths of existing files. */
  readonly files: readonly string[]
  readonly sample: Sample
}

/** The result of an expression for the input of Try it. */
export type LensOutcome =
  | { readonly type: 'value'; readonly value: string; readonly resultType: string; readonly cost: number }
  | { readonly type: 'error'; readonly message: string; readonly cost: number }
  /** The expression was not run, because it does not compile; a diagnostic gives the reason. */
  | { readonly type: 'invalid' }
  /** Try it has no input for the expression. */
  | { readonly type: 'waiting' }

export interface Lens {
  readonly place: ExpressionPlace
  readonly outcome: LensOutcome
}

export interface CheckedText {
  readonly text: string
  readonly dialect: DialectName
  readonly diagnostics: readonly Diagnostic[]
  readonly errorCount: number
  /** The server's message if it were started with the file; `''` when it would start. */
  readonly referenceText: string
  readonly lenses: readonly Lens[]
  /** Duration of the check, in ms. */
  readonly tookMs: number
}

export { PER_CALL_LIMIT as costLimit }

/** Checks a text and evaluates its expressions. An empty text counts as no file and has no problems. [CB1] [CB5] */
export function checkText({ text, kind, files, sample }: CheckRequest): CheckedText {
  if (text.trim() === '') return emptyCheck(text)
  const begin = performance.now()
  const checked = checkConfig(text, { kind, files: virtualFiles(files) })
  const { diagnostics, dialect, referenceText } = checked
  const lenses = expressionPlaces(text).map((place) => ({ place, outcome: outcomeOf(text, place, sample) }))
  return {
    text,
    dialect,
    diagnostics,
    errorCount: diagnostics.filter(({ severity }) => severity === 'error').length,
    referenceText,
    lenses,
    tookMs: performance.now() - begin,
  }
}

export const emptyCheck = (text = ''): CheckedText => ({
  text,
  dialect: 'orch',
  diagnostics: [],
  errorCount: 0,
  referenceText: '',
  lenses: [],
  tookMs: 0,
})

function outcomeOf(text: string, { scope, source, item }: ExpressionPlace, sample: Sample): LensOutcome {
  const variable = variableFor(text, sample, scope, item)
  const result = evaluateExpression(scope, source, variable ?? {})
  if (result.type === 'error' && result.stage === 'compile') return { type: 'invalid' }
  if (variable === null) return { type: 'waiting' }
  if (result.type === 'error') return { type: 'error', message: result.message, cost: result.cost }
  return { type: 'value', value: result.value, resultType: result.resultType, cost: result.cost }
}
