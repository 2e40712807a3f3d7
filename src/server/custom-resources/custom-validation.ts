import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import { type Json, type JsonObject, deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { RuleFindings } from '#server/registry/strategy.ts'
import { type RuleNode, ruleTree } from '#server/structural/rules/rule-tree.ts'
import { type ObserveRule, runRulesInPieces } from '#server/structural/rules/run-rules.ts'
import { type StructuralSchema, propertyOf } from '#server/structural/structural-schema.ts'
import { validateValueInPieces } from '#server/structural/validate-value.ts'
import { listTypesInPieces } from '#server/structural/validation/list-types.ts'
import { validateScaleParts } from './custom-scale.ts'
import type { CustomKind } from './custom-strategy.ts'
import { validateEmbedded } from '#server/resources/apiextensions/customresourcedefinitions/embedded-resources.ts'

/*
 * The validation of custom objects, with the engines of patterns and expressions: loaded with the first write of one.
 */

const trees = new WeakMap<StructuralSchema, { readonly tree: RuleNode | null }>()

/** Returns the rules of a schema, `null` if it has none. Their programs are kept as long as the schema. */
export function rulesOfSchema(schema: StructuralSchema): RuleNode | null {
  const found = trees.get(schema) ?? { tree: ruleTree(schema) }
  trees.set(schema, found)
  return found.tree
}

/** Returns the errors of an object by its schema. `live` is null on create. [CRD5] [ER8] */
export function* wholeErrors(kind: CustomKind, next: ApiObject, live: ApiObject | null): Pieces<readonly FieldError[]> {
  const value = next as Json
  const errors = yield* validateValueInPieces(kind.schema, {
    value,
    path: '',
    ...(live !== null && { old: live as Json }),
  })
  const scaled = validateScaleParts(kind.scale, next, 'all')
  const embedded = validateEmbedded(kind.schema, value, '')
  const listed = yield* listErrors(kind.schema, next, live)
  return [...errors, ...scaled, ...embedded, ...listed]
}

/** Returns the errors of lists. Duplicate items are tolerated if there were some before. */
function* listErrors(schema: StructuralSchema, next: ApiObject, live: ApiObject | null): Pieces<readonly FieldError[]> {
  yield
  if (live !== null && deepEqual(live as Json, next as Json)) return []
  const errors = yield* listTypesInPieces(schema, next as Json, '')
  if (errors.length === 0 || live === null) return errors
  const before = yield* listTypesInPieces(schema, live as Json, '')
  return before.length > 0 ? [] : errors
}

const blocking: ReadonlySet<FieldError['type']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

const unchecked = invalid(
  '<nil>',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
)

/** An object to be stored, and the one that it replaces; null on create. */
export interface Change {
  readonly next: ApiObject
  readonly live: ApiObject | null
}

/**
 * Runs the rules, last and only on objects with valid types and sizes. Violations on values that an update did not
 * change are warnings. [CVR2]
 */
export const ruleFindings = (
  kind: CustomKind,
  change: Change,
  errors: readonly FieldError[],
  observe?: ObserveRule,
): RuleFindings => doneAtOnce(ruleFindingsInPieces(kind, change, errors, observe))

/** Does what `ruleFindings` does. [ER8] */
export function* ruleFindingsInPieces(
  { schema }: CustomKind,
  { next, live }: Change,
  errors: readonly FieldError[],
  observe?: ObserveRule,
): Pieces<RuleFindings> {
  const rules = rulesOfSchema(schema)
  if (rules === null) return { errors: [], warnings: [] }
  if (errors.some(({ type }) => blocking.has(type))) return { errors: [unchecked], warnings: [] }
  return yield* runRulesInPieces(rules, next as JsonObject, live as JsonObject | null, observe)
}

/** Returns the errors of a write of the status. [CRD8] [ER8] */
export function* statusErrors(
  { schema: whole, scale }: CustomKind,
  next: ApiObject,
  live: ApiObject,
): Pieces<readonly FieldError[]> {
  const schema = propertyOf(whole, 'status')
  const old = live.status === undefined ? {} : { old: live.status as Json }
  const errors =
    schema === null || next.status === undefined
      ? []
      : yield* validateValueInPieces(schema, { value: next.status as Json, path: 'status', ...old })
  const scaled = validateScaleParts(scale, next, 'status')
  const embedded = validateEmbedded(whole, next as Json, '')
  const listed = yield* listErrors(whole, next, live)
  return [...errors, ...scaled, ...embedded, ...listed]
}
