import { type Pieces, type Rest, doneAtOnce, doneInPieces } from '#api/bodies/in-pieces.ts'
import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { Scope } from './registry.ts'
import type { RuleFindings } from './strategy.ts'

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
  return soon(done(errors, rest), (own) => {
    const rules = strategy.validateRules?.(next, live, own)
    if (rules === undefined) return { errors: own, warnings: [] }
    return soon(done(rules, rest), (found) => ({ ...found, errors: [...own, ...found.errors] }))
  })
}

/** Does work that may be in pieces, with a rest after each. */
function done<Value extends readonly FieldError[] | RuleFindings>(
  work: Value | Pieces<Value>,
  rest: Rest | undefined,
): Soon<Value> {
  if (!('next' in work)) return work
  return rest === undefined ? doneAtOnce(work) : doneInPieces(work, rest)
}

/** Sends the warnings of a write that passed validation. */
export function warn(scope: Scope, next: ApiObject, live: ApiObject | null, { warnings }: RuleFindings): void {
  const texts = scope.strategy.warnings?.(next, live, scope.context) ?? []
  for (const text of [...texts, ...warnings]) scope.warn(text)
}
