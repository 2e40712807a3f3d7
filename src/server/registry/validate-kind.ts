import { type Rest, doneInPieces } from '#api/bodies/in-pieces.ts'
import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { Scope } from './registry.ts'
import { type RuleFindings, errorsAtOnce } from './strategy.ts'

/** Loads the code that validates the kind, if it is not there yet. */
export const loadKind = ({ strategy }: Scope): Promise<void> | undefined => strategy.load?.()

/**
 * Runs the validation of the kind: that of its strategy, with a rest after each piece, then the rules that depend on
 * its result. `live` is null for a new object. [ER8]
 */
export function validateKind(
  scope: Scope,
  next: ApiObject,
  live: ApiObject | null,
  rest: Rest | undefined,
): Soon<RuleFindings> {
  const { strategy, context } = scope
  const errors = live === null ? strategy.validate(next, context) : strategy.validateUpdate(next, live, context)
  const own = rest !== undefined && 'next' in errors ? doneInPieces(errors, rest) : errorsAtOnce(errors)
  return soon(own, (found) => withRules(scope, next, live, found))
}

function withRules(
  { strategy }: Scope,
  next: ApiObject,
  live: ApiObject | null,
  own: readonly FieldError[],
): RuleFindings {
  const rules = strategy.validateRules?.(next, live, own)
  return rules === undefined ? { errors: own, warnings: [] } : { ...rules, errors: [...own, ...rules.errors] }
}

/** Sends the warnings of a write that passed validation. */
export function warn(scope: Scope, next: ApiObject, live: ApiObject | null, { warnings }: RuleFindings): void {
  const texts = scope.strategy.warnings?.(next, live, scope.context) ?? []
  for (const text of [...texts, ...warnings]) scope.warn(text)
}
