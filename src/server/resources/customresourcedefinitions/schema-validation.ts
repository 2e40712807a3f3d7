import { type FieldError, child, forbidden, invalid, notSupported, required } from '#api/field-error.ts'
import { type Json, cloneJson, deepEqual, isObject, own } from '#api/json.ts'
import { compilePattern } from '#server/structural/patterns.ts'
import { prune } from '#server/structural/prune.ts'
import { type StructuralSchema, isOn, propertiesOf, propertyOf } from '#server/structural/structural-schema.ts'
import { hasRules, ruleTree } from '#server/structural/rules/rule-tree.ts'
import { runRulesOnDefault } from '#server/structural/rules/run-rules.ts'
import { validateValue } from '#server/structural/validate-value.ts'
import { type FormerRules, noFormerRules } from './former-rules.ts'
import { listTypeErrors } from './list-type-rules.ts'
import { ruleErrors, ruleFormErrors } from './rule-definitions.ts'
import { subschemas } from './subschemas.ts'

/**
 * What is wrong with the schema of a custom resource: keywords that are not supported first, then what keeps it from
 * being structural, and its defaults last, when all else is fine. [CRD1]
 */
export function validateSchema(
  schema: StructuralSchema,
  path: string,
  former: FormerRules = noFormerRules,
): readonly FieldError[] {
  const root =
    schema.nullable === true ? [forbidden(child(path, 'nullable'), 'nullable cannot be true at the root')] : []
  const keywords = [...root, ...keywordErrors(schema, path, true)]
  if (hasUnsupported(schema))
    return keywords.length > 0 ? keywords : [invalid(path, '', "OpenAPIV3Schema 'schema' is not supported")]
  const structure = structureErrors(schema, path, 'root')
  if (structure.length > 0) return [...keywords, ...structure]
  const defaults = keywords.length === 0 ? defaultErrors(schema, path) : []
  if (defaults.length > 0 || !hasRules(schema)) return [...keywords, ...defaults]
  return [...keywords, ...ruleErrors(schema, path, { others: keywords, former })]
}

const unsupportedKeywords = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref']

function keywordErrors(schema: StructuralSchema, path: string, isRoot: boolean): readonly FieldError[] {
  const errors = unsupportedKeywords
    .filter((name) => isSet(own(schema, name)))
    .map((name) => forbidden(child(path, name), `${name} is not supported`))
  if (schema.type === 'null')
    errors.push(forbidden(child(path, 'type'), 'type cannot be set to null, use nullable as an alternative'))
  if (Array.isArray(schema.items))
    errors.push(forbidden(child(path, 'items'), 'items must be a schema object and not an array'))
  if (schema.uniqueItems === true)
    errors.push(
      forbidden(
        child(path, 'uniqueItems'),
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    )
  errors.push(...additionalErrors(schema, path, isRoot), ...patternErrors(schema, path))
  for (const inner of subschemas(schema, path)) errors.push(...keywordErrors(inner.schema, inner.path, false))
  if (own(schema, 'x-orch-preserve-unknown-fields') === false)
    errors.push(invalid(child(path, 'x-orch-preserve-unknown-fields'), false, 'must be true or undefined'))
  return [...errors, ...listTypeErrors(schema, path), ...ruleFormErrors(schema, path)]
}

/** Schemas with keywords that structural ones can't have are not looked at any further. */
const hasUnsupported = (schema: StructuralSchema): boolean =>
  [...unsupportedKeywords, '$schema'].some((name) => isSet(own(schema, name))) ||
  subschemas(schema, '').some((inner) => hasUnsupported(inner.schema))

const isSet = (value: Json | undefined): boolean => value !== undefined && value !== ''

function additionalErrors(schema: StructuralSchema, path: string, isRoot: boolean): readonly FieldError[] {
  const { additionalProperties } = schema
  if (additionalProperties === undefined) return []
  const here = child(path, 'additionalProperties')
  const isExclusive = propertiesOf(schema).length > 0 && additionalProperties !== true
  return [
    ...(isExclusive ? [forbidden(here, 'additionalProperties and properties are mutual exclusive')] : []),
    ...(isRoot ? [forbidden(here, 'additionalProperties cannot be used at the root')] : []),
  ]
}

function patternErrors({ pattern }: StructuralSchema, path: string): readonly FieldError[] {
  if (typeof pattern !== 'string' || pattern === '') return []
  const compiled = compilePattern(pattern)
  if (typeof compiled !== 'string') return []
  return [invalid(child(path, 'pattern'), pattern, `must be a valid regular expression, but isn't: ${compiled}`)]
}

type Level = 'root' | 'field' | 'item'
const types = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const untyped: { readonly [level in Level]: string } = {
  root: 'must not be empty at the root',
  field: 'must not be empty for specified object fields',
  item: 'must not be empty for specified array items',
}

function structureErrors(schema: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const inner of subschemas(schema, path)) {
    if (inner.role !== 'logic') errors.push(...structureErrors(inner.schema, inner.path, inner.role))
    else if (!isIntOrStringChoice(schema)) errors.push(...logicErrors(inner.schema, inner.path))
  }
  errors.push(...typeErrors(schema, path, level), ...resourceErrors(schema, path, level))
  if (schema.type === 'array' && schema.items === undefined)
    errors.push(required(child(path, 'items'), 'must be specified'))
  return errors
}

/** `anyOf: [{type: integer}, {type: string}]` may stand beside x-orch-int-or-string. */
const isIntOrStringChoice = (schema: StructuralSchema): boolean =>
  isOn(schema, 'int-or-string') && deepEqual(schema.anyOf, [{ type: 'integer' }, { type: 'string' }])

function typeErrors(schema: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  const here = child(path, 'type')
  const type = typeof schema.type === 'string' ? schema.type : ''
  if (isOn(schema, 'embedded-resource') && type !== 'object') {
    const text = 'must be object if x-orch-embedded-resource is true'
    return [type === '' ? required(here, text) : invalid(here, type, text)]
  }
  if (type === '')
    return isOn(schema, 'int-or-string') || isOn(schema, 'preserve-unknown-fields')
      ? []
      : [required(here, untyped[level])]
  if (level === 'root' && type !== 'object') return [invalid(here, type, 'must be object at the root')]
  return types.includes(type) ? [] : [notSupported(here, type, types)]
}

function resourceErrors(schema: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  const isEmbedded = isOn(schema, 'embedded-resource')
  const errors: FieldError[] = []
  const fields = propertiesOf(schema)
  if (isEmbedded && !isOn(schema, 'preserve-unknown-fields') && fields.length === 0)
    errors.push(
      required(
        child(path, 'properties'),
        'must not be empty if x-orch-embedded-resource is true without x-orch-preserve-unknown-fields',
      ),
    )
  if (level !== 'root' && !isEmbedded) return errors
  for (const name of ['kind', 'apiVersion']) {
    const field = propertyOf(schema, name)
    if (field !== null && field.type !== 'string')
      errors.push(invalid(`${path}.properties[${name}].type`, field.type ?? '', 'must be string'))
  }
  const metadata = propertyOf(schema, 'metadata')
  return metadata === null ? errors : [...errors, ...metadataErrors(metadata, `${path}.properties[metadata]`)]
}

function metadataErrors(metadata: StructuralSchema, path: string): readonly FieldError[] {
  if (metadata.type !== 'object') return [invalid(child(path, 'type'), metadata.type ?? '', 'must be object')]
  const others = Object.keys(metadata).filter((name) => name !== 'type' && name !== 'properties')
  const fields = propertiesOf(metadata).filter(([name]) => name !== 'name' && name !== 'generateName')
  if (others.length === 0 && fields.length === 0) return []
  return [
    forbidden(path, 'must not specify anything other than name and generateName, but metadata is implicitly specified'),
  ]
}

const emptyInLogic = ['type', 'title', 'description'] as const

/** Schemas under allOf, anyOf, oneOf and not may only narrow values down. */
function logicErrors(schema: StructuralSchema, path: string): readonly FieldError[] {
  return [
    ...subschemas(schema, path).flatMap((inner) => logicErrors(inner.schema, inner.path)),
    ...emptyInLogic
      .filter((name) => isSet(schema[name]))
      .map((name) => forbidden(child(path, name), 'must be empty to be structural')),
    ...['additionalProperties', 'default']
      .filter((name) => own(schema, name) !== undefined)
      .map((name) => forbidden(child(path, name), 'must be undefined to be structural')),
    ...['nullable', 'x-orch-embedded-resource', 'x-orch-int-or-string', 'x-orch-preserve-unknown-fields']
      .filter((name) => own(schema, name) === true)
      .map((name) => forbidden(child(path, name), 'must be false to be structural')),
  ]
}

/** Defaults must be what their schema asks for, and hold nothing that it would prune. */
function defaultErrors(schema: StructuralSchema, path: string): readonly FieldError[] {
  const inner = subschemas(schema, path).flatMap((each) =>
    each.role === 'logic' ? [] : defaultErrors(each.schema, each.path),
  )
  const value = own(schema, 'default')
  if (value === undefined) return inner
  const here = child(path, 'default')
  if (isObject(value) && prune(schema, cloneJson(value), isOn(schema, 'embedded-resource')).length > 0)
    return [...inner, invalid(here, value, 'must not have unknown fields')]
  const errors = validateValue(schema, { value, path: here, said: '' })
  return [...inner, ...(errors.length > 0 ? errors : defaultRuleErrors(schema, value, here))]
}

function defaultRuleErrors(schema: StructuralSchema, value: Json, path: string): readonly FieldError[] {
  const rules = ruleTree(schema, isOn(schema, 'embedded-resource'))
  return rules === null ? [] : runRulesOnDefault(rules, value, path).errors
}
