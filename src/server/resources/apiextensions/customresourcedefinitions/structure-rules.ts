import { type FieldError, child, fieldErrorText, forbidden, invalid, key, required } from '#api/field-error.ts'
import { deepEqual, isObject, type Json, own, textOf } from '#api/json.ts'
import { compilePattern } from '#server/structural/patterns.ts'
import {
  type StructuralSchema,
  isOn,
  propertiesOf,
  propertyOf,
  schemasOf,
} from '#server/structural/structural-schema.ts'
import { type Subschema, subschemas } from './subschemas.ts'

type Level = 'root' | 'field' | 'item'

const untyped: { readonly [level in Level]: string } = {
  root: 'must not be empty at the root',
  field: 'must not be empty for specified object fields',
  item: 'must not be empty for specified array items',
}

/** Returns the structural schema errors, in the order in which the reference reports them. [CRD1] */
export function structureErrors(schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors = [...invariantErrors(schema, path, 'root'), ...completenessErrors(schema, { schema, path }, path)]
  const shown = errors.map((error) => ({ error, text: fieldErrorText(error) }))
  return shown.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ error }) => error)
}

function invariantErrors(schema: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  const isRootMap = level === 'root' && own(schema, 'additionalProperties') !== undefined
  return [
    ...(schema.type === 'array' && schema.items === undefined
      ? [required(child(path, 'items'), 'must be specified')]
      : []),
    ...subschemas(schema, path).flatMap((inner) =>
      inner.role === 'logic' ? [] : invariantErrors(inner.schema, inner.path, inner.role),
    ),
    ...(isRootMap ? [forbidden(child(path, 'additionalProperties'), 'must not be used at the root')] : []),
    ...choiceErrors(schema, path),
    ...narrowingErrors(schema, path),
    ...typeErrors(schema, path, level),
    ...resourceErrors(schema, path, level),
  ]
}

function choiceErrors(schema: StructuralSchema, path: string): readonly FieldError[] {
  if (!isOn(schema, 'int-or-string')) return []
  return (['preserve-unknown-fields', 'embedded-resource'] as const)
    .filter((name) => isOn(schema, name))
    .map((name) => invalid(child(path, `x-orch-${name}`), true, 'must be false if x-orch-int-or-string is true'))
}

function typeErrors(schema: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  const here = child(path, 'type')
  const type = textOf(schema.type)
  const atRoot = level === 'root' && type !== '' && type !== 'object'
  return [
    ...(isOn(schema, 'embedded-resource') ? embeddedErrors(schema, path, type) : absentType(schema, here, level)),
    ...(atRoot ? [invalid(here, type, 'must be object at the root')] : []),
  ]
}

function absentType(schema: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  const isFree = isOn(schema, 'int-or-string') || isOn(schema, 'preserve-unknown-fields')
  return isFree || isSet(schema.type) ? [] : [required(path, untyped[level])]
}

function embeddedErrors(schema: StructuralSchema, path: string, type: string): readonly FieldError[] {
  const here = child(path, 'type')
  const text = 'must be object if x-orch-embedded-resource is true'
  const wrongType = type === '' ? [required(here, text)] : [invalid(here, type, text)]
  return [
    ...(type === 'object' ? [] : wrongType),
    ...(own(schema, 'additionalProperties') === undefined
      ? []
      : [forbidden(child(path, 'additionalProperties'), 'must not be used if x-orch-embedded-resource is set')]),
    ...(isOn(schema, 'preserve-unknown-fields') || propertiesOf(schema).length > 0
      ? []
      : [
          required(
            child(path, 'properties'),
            'must not be empty if x-orch-embedded-resource is true without x-orch-preserve-unknown-fields',
          ),
        ]),
  ]
}

function resourceErrors(schema: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  if (level !== 'root' && !isOn(schema, 'embedded-resource')) return []
  const errors = ['kind', 'apiVersion'].flatMap((name) => {
    const field = propertyOf(schema, name)
    if (field === null || field.type === 'string') return []
    return [invalid(`${path}.properties[${name}].type`, field.type ?? '', 'must be string')]
  })
  const metadata = propertyOf(schema, 'metadata')
  return metadata === null ? errors : [...errors, ...metadataErrors(metadata, `${path}.properties[metadata]`, level)]
}

const freeInMetadata: ReadonlySet<string> = new Set(['type', 'default', 'properties'])

function metadataErrors(metadata: StructuralSchema, path: string, level: Level): readonly FieldError[] {
  const wrong = metadata.type === 'object' ? [] : [invalid(child(path, 'type'), metadata.type ?? '', 'must be object')]
  if (level !== 'root') return wrong
  const others = Object.keys(metadata).filter((name) => !freeInMetadata.has(name) && isSet(own(metadata, name)))
  const fields = propertiesOf(metadata).filter(([name]) => name !== 'name' && name !== 'generateName')
  if (others.length === 0 && fields.length === 0) return wrong
  return [
    ...wrong,
    forbidden(path, 'must not specify anything other than name and generateName, but metadata is implicitly specified'),
  ]
}

const intOrString: Json = [{ type: 'integer' }, { type: 'string' }]
const isChoice = (schema: StructuralSchema | undefined): boolean =>
  schema !== undefined && deepEqual(schema.anyOf, intOrString)

/**
 * Validates schemas under allOf, anyOf, oneOf and not; the pattern `anyOf: [{type: integer}, {type: string}]` may
 * specify types.
 */
function narrowingErrors(schema: StructuralSchema, path: string, isExempt = isChoice(schema)): readonly FieldError[] {
  const first = schemasOf(schema.allOf)[0]
  return [
    ...patternErrors(schema, path),
    ...subschemas(schema, path)
      .filter((inner) => inner.role === 'logic' && !(isExempt && inner.path.startsWith(`${child(path, 'anyOf')}[`)))
      .flatMap((inner) => nestedErrors(inner, inner.schema === first && isChoice(first))),
  ]
}

const mustBeEmpty = ['type', 'title', 'description', 'x-orch-list-map-keys', 'x-orch-validations']
const mustBeUndefined = ['additionalProperties', 'default', 'externalDocs', 'x-orch-list-type', 'x-orch-map-type']
const mustBeFalse = ['nullable', 'x-orch-preserve-unknown-fields', 'x-orch-embedded-resource', 'x-orch-int-or-string']

/** Schemas under allOf, anyOf, oneOf and not may only contain value validations. */
function nestedErrors({ schema, path }: Subschema, isExempt = false): readonly FieldError[] {
  return [
    ...narrowingErrors(schema, path, isExempt),
    ...subschemas(schema, path)
      .filter((inner) => inner.role === 'item' || inner.name !== undefined)
      .flatMap((inner) => nestedErrors(inner)),
    ...mustBeEmpty
      .filter((name) => isSet(own(schema, name)))
      .map((name) => forbidden(child(path, name), 'must be empty to be structural')),
    ...mustBeUndefined
      .filter((name) => own(schema, name) !== undefined)
      .map((name) => forbidden(child(path, name), 'must be undefined to be structural')),
    ...mustBeFalse
      .filter((name) => own(schema, name) === true)
      .map((name) => forbidden(child(path, name), 'must be false to be structural')),
    ...(propertyOf(schema, 'metadata') === null
      ? []
      : [forbidden(key(child(path, 'properties'), 'metadata'), 'must not be specified in a nested context')]),
  ]
}

function patternErrors({ pattern }: StructuralSchema, path: string): readonly FieldError[] {
  if (typeof pattern !== 'string' || pattern === '') return []
  const compiled = compilePattern(pattern)
  if (typeof compiled !== 'string') return []
  return [invalid(child(path, 'pattern'), pattern, `must be a valid regular expression, but isn't: ${compiled}`)]
}

/** The place at which the fields of a nested schema must be declared. */
interface Declared {
  readonly schema: StructuralSchema | null
  readonly path: string
}

/** Fields and items used under allOf, anyOf, oneOf and not of the root must be declared outside of them. */
function completenessErrors(spoken: StructuralSchema, declared: Declared, path: string): readonly FieldError[] {
  return subschemas(spoken, path)
    .filter(({ role }) => role === 'logic')
    .flatMap((inner) => nestedCompleteness(inner, declared))
}

function nestedCompleteness({ schema: spoken, path }: Subschema, declared: Declared): readonly FieldError[] {
  const { schema } = declared
  if (schema === null) return [required(declared.path, `because it is defined in ${path}`)]
  const inner = subschemas(spoken, path)
  return [
    ...completenessErrors(spoken, declared, path),
    ...inner
      .filter(({ role }) => role === 'item')
      .flatMap((each) =>
        nestedCompleteness(each, {
          schema: isObject(schema.items) ? schema.items : null,
          path: child(declared.path, 'items'),
        }),
      ),
    ...inner.flatMap((each) =>
      each.name === undefined
        ? []
        : nestedCompleteness(each, {
            schema: propertyOf(schema, each.name),
            path: key(child(declared.path, 'properties'), each.name),
          }),
    ),
  ]
}

/** Reports whether a value differs from Go's zero value; zero counts as absent. */
export const isSet = (value: Json | undefined): boolean =>
  value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)
