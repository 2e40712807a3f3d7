import { type FieldError, invalid } from '#api/field-error.ts'
import { type Json, type JsonObject, cloneJson, deepEqual } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import type { RuleFindings, Strategy } from '#server/registry/strategy.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import type { CustomResourceSubresourceScale } from '#server/kinds/types/apiextensions-v1.ts'
import { applyStructuralDefaults } from '#server/structural/default-values.ts'
import type { RuleNode } from '#server/structural/rules/rule-tree.ts'
import { type ObserveRule, runRules } from '#server/structural/rules/run-rules.ts'
import { type StructuralSchema, propertyOf } from '#server/structural/structural-schema.ts'
import { validateValue } from '#server/structural/validate-value.ts'
import { validateListTypes } from '#server/structural/validation/list-types.ts'
import { validateScaleParts } from './custom-scale.ts'
import { pruneDefaulted, validateEmbedded } from './embedded-resources.ts'

/** The schema and rules of one version of a custom resource. */
export interface CustomKind {
  readonly schema: StructuralSchema
  readonly hasStatus: boolean
  /** `null` if the schema has no rules. */
  readonly rules: RuleNode | null
  /** The paths of the scale subresource, if there is one. */
  readonly scale?: CustomResourceSubresourceScale
}

/**
 * Returns the strategy of custom objects. With a status subresource, writes of the object do not change the status.
 * [CRD7]
 */
export const customStrategy = (kind: CustomKind): Strategy => ({
  validateName: dns1123SubdomainName,
  allowUnconditionalUpdate: false,
  warnings: finalizerWarnings,
  default(next) {
    applyStructuralDefaults(kind.schema, next as Json)
    pruneDefaulted(kind.schema, next as JsonObject)
  },
  prepareForCreate(next) {
    if (kind.hasStatus) delete next.status
    next.metadata.generation = 1
  },
  prepareForUpdate(next, live) {
    if (kind.hasStatus) keepStatus(next, live)
    if (!deepEqual(counted(next, kind), counted(live, kind)))
      next.metadata.generation = (live.metadata.generation ?? 0) + 1
  },
  validate: (next) => wholeErrors(kind, next, null),
  validateUpdate: (next, live) => wholeErrors(kind, next, live),
  validateRules: (next, live, errors) => ruleFindings(kind, { next, live }, errors),
})

const garbageFinalizers = new Set(['orphan', 'foregroundDeletion'])

/** Returns warnings for finalizers without a domain, which may conflict with those of others. [CRD7] */
function finalizerWarnings(next: ApiObject, live: ApiObject | null): readonly string[] {
  const before = live?.metadata.finalizers ?? []
  return (next.metadata.finalizers ?? [])
    .filter((name) => !before.includes(name) && !name.includes('/') && !garbageFinalizers.has(name))
    .map(
      (name) =>
        `metadata.finalizers: ${quoteGo(name)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    )
}

function keepStatus(next: ApiObject, live: ApiObject): void {
  if (live.status === undefined) delete next.status
  else next.status = cloneJson(live.status)
}

/**
 * Returns the part of an object whose changes increment the generation: everything except metadata, and except the
 * status if it is a subresource.
 */
function counted(object: ApiObject, { hasStatus }: CustomKind): Json {
  const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, status, ...rest } = object
  return (hasStatus || status === undefined ? rest : { ...rest, status }) as Json
}

const wholeErrors = (kind: CustomKind, next: ApiObject, live: ApiObject | null): readonly FieldError[] => [
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
  { rules }: CustomKind,
  { next, live }: Change,
  errors: readonly FieldError[],
  observe?: ObserveRule,
): RuleFindings {
  if (rules === null) return { errors: [], warnings: [] }
  if (errors.some(({ type }) => blocking.has(type))) return { errors: [unchecked], warnings: [] }
  return runRules(rules, next as JsonObject, live as JsonObject | null, observe)
}

/** Returns the strategy of the status subresource, whose writes change only the status. [CRD8] */
export const customStatusStrategy = (kind: CustomKind): Strategy => ({
  ...customStrategy(kind),
  prepareForUpdate(next, live) {
    for (const name of Object.keys(next))
      if (name !== 'status' && name !== 'metadata') Reflect.deleteProperty(next, name)
    for (const [name, value] of Object.entries(live))
      if (name !== 'status' && name !== 'metadata') next[name] = cloneJson(value)
    keepMetadata(next, live)
  },
  validateUpdate(next, live) {
    return statusErrors(kind, next, live)
  },
})

function statusErrors({ schema: whole, scale }: CustomKind, next: ApiObject, live: ApiObject): readonly FieldError[] {
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
