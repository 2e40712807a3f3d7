import { type FieldError, invalid } from '#api/field-error.ts'
import { type Json, type JsonObject, deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { RuleFindings } from '#server/registry/strategy.ts'
import { type RuleNode, ruleTree } from '#server/structural/rules/rule-tree.ts'
import { type ObserveRule, runRules } from '#server/structural/rules/run-rules.ts'
import { type StructuralSchema, propertyOf } from '#server/structural/structural-schema.ts'
import { validateValue } from '#server/structural/validate-value.ts'
import { validateListTypes } from '#server/structural/validation/list-types.ts'
import { validateScaleParts } from './custom-scale.ts'
import type { CustomKind } from './custom-strategy.ts'
import { validateEmbedded } from './embedded-resources.ts'

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

/** Returns the errors of an object by its schema. `live` is null on create. [CRD5] */
export const wholeErrors = (kind: CustomKind, next: ApiObject, live: ApiObject | null): readonly FieldError[] => [
  ...validateValue(kind.schema, {
    value: next as Json,
    path: '',
    ...(live !== null && { old: live as Json }),
  }),
  ...validateScaleParts(kind.scale, next, 'all'),
  ...validateEmbedded(kind.schema, next as Json, ''),
  ...listErrors(kind.schema, next, live),
]

/** Returns the errors of lists. Duplicate items are tolerated if there were some before. */
function listErrors(schema: StructuralSchema, next: ApiObject, live: ApiObject | null): readonly FieldError[] {
  if (live !== null && deepEqual(live as Json, next as Json)) return []
  const errors = validateListTypes(schema, next as Json, '')
  const isOld = errors.length > 0 && live !== null && validateListTypes(schema, live as Json, '').length > 0
  return isOld ? [] : errors
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
export function ruleFindings(
  { schema }: CustomKind,
  { next, live }: Change,
  errors: readonly FieldError[],
  observe?: ObserveRule,
): RuleFindings {
  const rules = rulesOfSchema(schema)
  if (rules === null) return { errors: [], warnings: [] }
  if (errors.some(({ type }) => blocking.has(type))) return { errors: [unchecked], warnings: [] }
  return runRules(rules, next as JsonObject, live as JsonObject | null, observe)
}

/** Returns the errors of a write of the status. [CRD8] */
export function statusErrors(
  { schema: whole, scale }: CustomKind,
  next: ApiObject,
  live: ApiObject,
): readonly FieldError[] {
  const schema = propertyOf(whole, 'status')
  const old = live.status === undefined ? {} : { old: live.status as Json }
  return [
    ...(schema === null || next.status === undefined
      ? []
      : validateValue(schema, { value: next.status as Json, path: 'status', ...old })),
    ...validateScaleParts(scale, next, 'status'),
    ...validateEmbedded(whole, next as Json, ''),
    ...listErrors(whole, next, live),
  ]
}
