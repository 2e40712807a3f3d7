import { pathText } from '#manifest/problem.ts'
import type { SampleTrial } from '#facts/admission-trial-api.ts'
import type { ExpressionRole } from '#policy/expression-fields.ts'
import type { CheckedPolicy } from './policy-store.ts'

/** The result of one rule for one sample. */
export interface RuleMark {
  /** Its number among the rules, as the columns show it. */
  readonly label: string
  readonly path: string
  readonly mark: 'passed' | 'failed' | 'none'
}

const rules: ReadonlySet<ExpressionRole> = new Set(['validation', 'rule', 'apply-configuration', 'json-patch'])
/** Columns that fit beside the object's name; the form below shows all. */
const columnsMax = 6

/** Returns the marks of the rules of a text; a rule that was not needed has none. [CB12] */
export function ruleMarks(check: CheckedPolicy, trial: SampleTrial | undefined): readonly RuleMark[] {
  const results = new Map(trial?.expressions.map((each) => [each.pointer, each]))
  return check.expressions
    .filter(({ place }) => rules.has(place.role))
    .slice(0, columnsMax)
    .map(({ place }, at) => {
      const result = results.get(place.pointer)
      const mark = result === undefined ? 'none' : result.error !== '' || result.value === 'false' ? 'failed' : 'passed'
      return { label: String(at + 1), path: pathText(place.path), mark }
    })
}
