import { compileExpression, returnsBool } from '#expressions/compile-expression.ts'
import type { MatchCondition } from './registered.ts'
import type { Expression } from '#server/admission/chain/expression.ts'
import { type Activation, runExpressions } from './run-expressions.ts'

/** The cost budget of all match conditions together. */
const conditionsBudget = 2_500_000

export type ConditionsAnswer =
  | { readonly type: 'match' }
  | { readonly type: 'no-match' }
  | { readonly type: 'error'; readonly message: string }

/** Compiles match conditions. */
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
 * Reports whether all conditions hold. A condition that is false decides, even if others fail. Otherwise errors
 * follow the failure policy: with `Ignore` they count as no match. [DA12]
 */
export async function evaluateConditions(
  conditions: readonly Expression[],
  sight: Pick<Activation, 'inputs' | 'decisions' | 'observe'>,
  failurePolicy: string | undefined,
): Promise<ConditionsAnswer> {
  if (conditions.length === 0) return { type: 'match' }
  const run = await runExpressions(conditions, { ...sight, variables: [] }, conditionsBudget)
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
