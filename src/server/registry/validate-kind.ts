import type { ApiObject } from '#api/object-meta.ts'
import type { Scope } from './registry.ts'
import type { RuleFindings } from './strategy.ts'

/** Loads the code that validates the kind, if it is not there yet. */
export const loadKind = ({ strategy }: Scope): Promise<void> | undefined => strategy.load?.()

/**
 * Runs the validation of the kind: that of its strategy, then the rules that depend on its result. `live` is null on
 * create.
 */
export function validateKind({ strategy, context }: Scope, next: ApiObject, live: ApiObject | null): RuleFindings {
  const own = live === null ? strategy.validate(next, context) : strategy.validateUpdate(next, live, context)
  const rules = strategy.validateRules?.(next, live, own)
  return rules === undefined ? { errors: own, warnings: [] } : { ...rules, errors: [...own, ...rules.errors] }
}

/** Sends the warnings of a write that passed validation. */
export function warn(scope: Scope, next: ApiObject, live: ApiObject | null, { warnings }: RuleFindings): void {
  const texts = scope.strategy.warnings?.(next, live, scope.context) ?? []
  for (const text of [...texts, ...warnings]) scope.warn(text)
}
