import { type FieldError, type FieldPath, child, fieldErrorText, invalid } from '#api/field-error.ts'
import { cloneJson, type Json, type JsonObject } from '#api/json.ts'
import { DecodeError } from '#schema/decode.ts'
import { prune } from '#server/structural/prune.ts'
import { runRulesOnDefault } from '#server/structural/rules/run-rules.ts'
import { ruleTree } from '#server/structural/rules/rule-tree.ts'
import { type StructuralSchema, isOn, typeFields } from '#server/structural/structural-schema.ts'
import { validateValue } from '#server/structural/validate-value.ts'
import { EmbeddedError, coerceEmbedded, validateEmbedded } from './embedded-resources.ts'
import { type Subschema, subschemas } from './subschemas.ts'

/** An embedded resource around a default of its kind, apiVersion or metadata, or of a field of these. */
interface Surroundings {
  readonly schema: StructuralSchema
  /** Returns the resource that only has this value. */
  readonly around: (value: Json) => JsonObject
}

/**
 * Returns the errors of defaults. They must be valid against their schema and have no fields that pruning would remove. Those
 * of embedded resources must be or result in valid metadata, in which unknown fields are allowed. [CRD1] [CRD18]
 */
export function defaultErrors(
  schema: StructuralSchema,
  path: FieldPath,
  inside: Surroundings | null = null,
): readonly FieldError[] {
  const surroundings = isOn(schema, 'embedded-resource') ? null : inside
  const value = schema.default
  const own = value === undefined ? [] : errorsOf(schema, value, { path: child(path, 'default'), surroundings })
  const inner = subschemas(schema, path)
    .filter(({ role, name }) => role === 'item' || name !== undefined)
    .flatMap((each) => defaultErrors(each.schema, each.path, surroundingsOf(schema, each, surroundings)))
  return [...own, ...inner]
}

function surroundingsOf(schema: StructuralSchema, inner: Subschema, outer: Surroundings | null): Surroundings | null {
  const step = (value: Json): Json => (inner.name === undefined ? [value] : { [inner.name]: value })
  if (outer !== null) return { schema: outer.schema, around: (value) => outer.around(step(value)) }
  const { name } = inner
  if (name === undefined || !typeFields.has(name) || !isOn(schema, 'embedded-resource')) return null
  return { schema, around: (value) => ({ apiVersion: 'validation/v1', kind: 'Validation', [name]: value }) }
}

interface Place {
  readonly path: FieldPath
  readonly surroundings: Surroundings | null
}

function errorsOf(schema: StructuralSchema, value: Json, { path, surroundings }: Place): readonly FieldError[] {
  const unknown =
    surroundings === null && hasUnknown(schema, value) ? [invalid(path, value, 'must not have unknown fields')] : []
  const metadata =
    surroundings === null
      ? embeddedErrors(schema, cloneJson(value), path)
      : resultErrors(surroundings, value).map((text) => invalid(path, value, text))
  if (metadata.length > 0) return [...unknown, ...metadata]
  const errors = validateValue(schema, { value, path })
  return [...unknown, ...(errors.length > 0 ? errors : ruleErrors(schema, value, path))]
}

function hasUnknown(schema: StructuralSchema, value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  return prune({ properties: { value: schema } }, { value: cloneJson(value) }, false).length > 0
}

function embeddedErrors(schema: StructuralSchema, value: Json, path: FieldPath): readonly FieldError[] {
  try {
    coerceEmbedded(schema, value, path)
  } catch (error) {
    if (error instanceof EmbeddedError) return [error.fieldError]
    throw error
  }
  return validateEmbedded(schema, value, path)
}

function resultErrors({ schema, around }: Surroundings, value: Json): readonly string[] {
  const resource = around(cloneJson(value))
  const text = (why: string): readonly string[] => [`must result in valid metadata: ${why}`]
  try {
    coerceEmbedded(schema, resource)
  } catch (error) {
    if (error instanceof DecodeError) return text(error.message)
    throw error
  }
  const texts = [...new Set(validateEmbedded(schema, resource, '').map(fieldErrorText))]
  if (texts.length === 0) return []
  return text(texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`)
}

function ruleErrors(schema: StructuralSchema, value: Json, path: FieldPath): readonly FieldError[] {
  const rules = ruleTree(schema, isOn(schema, 'embedded-resource'))
  return rules === null ? [] : runRulesOnDefault(rules, value, path).errors
}
