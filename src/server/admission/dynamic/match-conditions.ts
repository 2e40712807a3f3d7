import type { CelInputs } from '#cel/cel.ts'
import { compileExpression, returnsBool } from '#server/expressions/compile-expression.ts'
import type { Decisions } from './decisions.ts'
import type { MatchCondition } from './registered.ts'
import { type Expression, runExpressions } from './run-expressions.ts'

/** What conditions may cost together. */
const conditionsBudget = 2_500_000

export type ConditionsAnswer =
  | { readonly type: 'match' }
  | { readonly type: 'no-match' }
  | { readonly type: 'error'; readonly message: string }

/** Conditions ready to be asked. */
export const compileConditions = (
  conditions: readonly MatchCondition[],
  { hasParams }: { readonly hasParams: boolean },
): readonly Expression[] =>
  conditions.map(({ expression: source = '' }) => ({
    source,
    compiled: compileExpression(
      source,
      { hasParams, hasAuthorizer: true, variables: null, level: 'stored' },
      returnsBool,
    ),
  }))

/**
 * Whether all conditions hold. One that is false decides, whatever goes wrong in others; else errors count by the failure
 * policy: `Ignore` takes them for no match. [DA12]
 */
export async function askConditions(
  conditions: readonly Expression[],
  { inputs, decisions }: { readonly inputs: CelInputs; readonly decisions: Decisions },
  failurePolicy: string | undefined,
): Promise<ConditionsAnswer> {
  if (conditions.length === 0) return { type: 'match' }
  const run = await runExpressions(conditions, { inputs, variables: [], decisions }, conditionsBudget)
  const failed = (message: string): ConditionsAnswer =>
    failurePolicy === 'Ignore' ? { type: 'no-match' } : { type: 'error', message }
  if (run.type === 'out-of-budget') return failed(run.message)
  const errors = new Set<string>()
  for (const outcome of run.outcomes)
    if (outcome.type === 'error') errors.add(outcome.message)
    else if (outcome.type === 'value' && outcome.value === false) return { type: 'no-match' }
  const [first] = errors
  if (first === undefined) return { type: 'match' }
  return failed(errors.size === 1 ? first : `[${[...errors].join(', ')}]`)
}
