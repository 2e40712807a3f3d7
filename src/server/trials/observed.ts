import { type CelResult, PER_CALL_LIMIT, typeText, valueText } from '#cel/cel.ts'
import { evaluatedNodes } from '#cel/evaluated-nodes.ts'
import type { Compiled } from '#expressions/compile-expression.ts'
import type { ExpressionPart, ExpressionTrial } from '#facts/admission-trial-api.ts'
import type { Evaluation } from '#server/admission/chain/expression.ts'

/** The results of the expressions of a draft for one sample. */
export interface Observed {
  /** Records a result of the expression at `pointer`. `type` is its static type. */
  add(pointer: string, type: string, result: CelResult, evaluation?: Evaluation): void
  list(): readonly ExpressionTrial[]
  /** Cost units of all evaluations. */
  cost(): number
}

const partsOf = ({ program, inputs }: Evaluation): readonly ExpressionPart[] =>
  evaluatedNodes(program, program.explain(inputs, { costLimit: PER_CALL_LIMIT }).steps)

/**
 * Collects results. An expression that ran several times keeps the first failure, else the newest value. The one at
 * `explain` is evaluated again, for the values of its parts. [PTR2]
 */
export function createObserved(explain = ''): Observed {
  const trials = new Map<string, ExpressionTrial>()
  let cost = 0
  return {
    add(pointer, type, result, evaluation) {
      cost += result.cost
      const known = trials.get(pointer)
      const times = (known?.times ?? 0) + 1
      const isKept = known !== undefined && (known.error !== '' || known.value === 'false')
      const shown = isKept
        ? known
        : {
            pointer,
            type,
            value: result.type === 'value' ? valueText(result.value) : '',
            error: result.type === 'error' ? result.message : '',
            cost: result.cost,
            parts: pointer !== explain || evaluation === undefined ? [] : partsOf(evaluation),
          }
      trials.set(pointer, { ...shown, times, cost: Math.max(known?.cost ?? 0, result.cost) })
    },
    list: () => [...trials.values()],
    cost: () => cost,
  }
}

export const typeOfCompiled = (compiled: Compiled): string =>
  compiled.type === 'program' ? typeText(compiled.program.resultType) : ''
