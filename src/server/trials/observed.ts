import { type CelResult, typeText, valueText } from '#cel/cel.ts'
import type { Compiled } from '#expressions/compile-expression.ts'
import type { ExpressionTrial } from '#facts/admission-trial-api.ts'

/** The results of the expressions of a draft for one sample. */
export interface Observed {
  /** Records a result of the expression at `pointer`. `type` is its static type. */
  add(pointer: string, type: string, result: CelResult): void
  list(): readonly ExpressionTrial[]
  /** Cost units of all evaluations. */
  cost(): number
}

/** Collects results. An expression that ran several times keeps the first failure, else the newest value. [PTR2] */
export function createObserved(): Observed {
  const trials = new Map<string, ExpressionTrial>()
  let cost = 0
  return {
    add(pointer, type, result) {
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
          }
      trials.set(pointer, { ...shown, times, cost: Math.max(known?.cost ?? 0, result.cost) })
    },
    list: () => [...trials.values()],
    cost: () => cost,
  }
}

export const typeOfCompiled = (compiled: Compiled): string =>
  compiled.type === 'program' ? typeText(compiled.program.resultType) : ''
