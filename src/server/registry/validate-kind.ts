import { type Rest, doneInPieces } from '#api/bodies/in-pieces.ts'
import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { Scope } from './registry.ts'
import type { RuleFindings } from './strategy.ts'

/** Loads the code that validates the kind, if it is not there yet. */
export const loadKind = ({ strategy }: Scope): Promise<void> | undefined => strategy.load?.()

/** Runs the validation of the kind: that of its strategy, then the rules that depend on its result. */
export const validateKind = (scope: Scope, next: ApiObject, live: ApiObject): RuleFindings =>
  withRules(scope, next, live, scope.strategy.validateUpdate(next, live, scope.context))

/** Does what `validateKind` does for a new object, with a rest after each piece. [ER8] */
export function validateNewKind(scope: Scope, next: ApiObject, rest: Rest | undefined): Soon<RuleFindings> {
  const { strategy, context } = scope
  const own =
    rest === undefined || strategy.validateInPieces === undefined
      ? strategy.validate(next, context)
      : doneInPieces(strategy.validateInPieces(next), rest)
  return soon(own, (errors) => withRules(scope, next, null, errors))
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
