import { type FieldError, child, forbidden, invalid, notSupported } from '#api/field-error.ts'
import { isObject, own, textOf } from '#api/json.ts'
import { type StructuralSchema, isOn, propertiesOf, typeFields } from '#server/structural/structural-schema.ts'
import { hasRules } from '#server/structural/rules/rule-tree.ts'
import { defaultErrors } from './default-errors.ts'
import { type FormerRules, noFormerRules } from './former-rules.ts'
import { listTypeErrors } from './list-type-rules.ts'
import { ruleErrors, ruleFormErrors } from './rule-definitions.ts'
import { isSet, structureErrors } from './structure-rules.ts'
import { type Subschema, subschemas } from './subschemas.ts'

/**
 * Validates the schema of a custom resource: structural errors; else errors of defaults, then of unsupported keywords;
 * and rules last, only if nothing else failed. [CRD1]
 */
export function validateSchema(
  schema: StructuralSchema,
  path: string,
  former: FormerRules = noFormerRules,
): readonly FieldError[] {
  const root =
    schema.nullable === true ? [forbidden(child(path, 'nullable'), 'nullable cannot be true at the root')] : []
  const keywords = keywordErrors(schema, path, { isRoot: true, inMetadata: false, noDefaults: null })
  if (hasUnsupported(schema)) {
    const errors = [...root, ...keywords]
    return errors.length > 0 ? errors : [invalid(path, '', "OpenAPIV3Schema 'schema' is not supported")]
  }
  const structure = structureErrors(schema, path)
  const found = [...root, ...(structure.length > 0 ? structure : defaultErrors(schema, path))]
  if (found.length > root.length || !hasRules(schema)) return [...found, ...keywords]
  return [...root, ...keywords, ...ruleErrors(schema, path, { others: keywords, former })]
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const unsupportedKeywords = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref']

/** `$ref` is a pointer: it is set even if it is empty. Maps are not set while they are empty. [CRD21] */
function isPresent(schema: StructuralSchema, name: string): boolean {
  const value = own(schema, name)
  if (name === '$ref') return value !== undefined
  return isSet(value) && !(name !== 'additionalItems' && isObject(value) && Object.keys(value).length === 0)
}

interface Place {
  readonly isRoot: boolean
  /** True inside the schema of kind, apiVersion or metadata of an object. */
  readonly inMetadata: boolean
  /** The reason why defaults are forbidden here; null where they are allowed. */
  readonly noDefaults: string | null
}

function keywordErrors(schema: StructuralSchema, path: string, place: Place): readonly FieldError[] {
  const errors = ownKeywordErrors(schema, path, place)
  if (schema.uniqueItems === true)
    errors.push(
      forbidden(
        child(path, 'uniqueItems'),
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    )
  const { additionalProperties } = schema
  if (additionalProperties !== undefined && additionalProperties !== true && propertiesOf(schema).length > 0)
    errors.push(
      forbidden(child(path, 'additionalProperties'), 'additionalProperties and properties are mutual exclusive'),
    )
  for (const inner of subschemas(schema, path))
    errors.push(...keywordErrors(inner.schema, inner.path, placeOf(schema, inner, place)))
  if (own(schema, 'x-orch-preserve-unknown-fields') === false)
    errors.push(invalid(child(path, 'x-orch-preserve-unknown-fields'), false, 'must be true or undefined'))
  return [...errors, ...listTypeErrors(schema, path), ...ruleFormErrors(schema, path)]
}

function ownKeywordErrors(schema: StructuralSchema, path: string, place: Place): FieldError[] {
  const errors: FieldError[] = []
  const type = textOf(schema.type)
  if (type !== '' && !types.includes(type)) errors.push(notSupported(child(path, 'type'), type, types))
  if (place.noDefaults !== null && own(schema, 'default') !== undefined)
    errors.push(forbidden(child(path, 'default'), `must not be set ${place.noDefaults}`))
  for (const name of unsupportedKeywords)
    if (isPresent(schema, name)) errors.push(forbidden(child(path, name), `${name} is not supported`))
  if (type === 'null')
    errors.push(forbidden(child(path, 'type'), 'type cannot be set to null, use nullable as an alternative'))
  if (Array.isArray(schema.items))
    errors.push(forbidden(child(path, 'items'), 'items must be a schema object and not an array'))
  if (place.inMetadata && isOn(schema, 'embedded-resource'))
    errors.push(forbidden(child(path, 'x-orch-embedded-resource'), 'must not be used inside of resource meta'))
  return errors
}

function placeOf(schema: StructuralSchema, inner: Subschema, place: Place): Place {
  const { inMetadata, noDefaults } = place
  if (inner.role !== 'field') return { isRoot: false, inMetadata, noDefaults }
  if (inner.name === undefined)
    return {
      isRoot: false,
      inMetadata,
      noDefaults: inMetadata ? 'inside additionalProperties applying to object metadata' : noDefaults,
    }
  const begins = typeFields.has(inner.name) && (place.isRoot || isOn(schema, 'embedded-resource'))
  return {
    isRoot: false,
    inMetadata: inMetadata || begins,
    noDefaults: begins && place.isRoot ? `in top-level ${inner.name}` : noDefaults,
  }
}

/** Schemas with keywords that are not allowed in structural schemas are not validated further. */
const hasUnsupported = (schema: StructuralSchema): boolean =>
  Array.isArray(schema.items) ||
  [...unsupportedKeywords, '$schema'].some((name) => isPresent(schema, name)) ||
  subschemas(schema, '').some((inner) => hasUnsupported(inner.schema))
