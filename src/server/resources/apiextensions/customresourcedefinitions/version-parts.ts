import { type FieldError, child, duplicate, index, invalid, required, tooMany } from '#api/field-error.ts'
import { type StructuralSchema, propertyOf } from '#server/structural/structural-schema.ts'
import { isKnownFormat } from '#server/structural/formats.ts'
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
  SelectableField,
} from '#server/kinds/types/apiextensions-v1.ts'
import type { FormerRules } from './former-rules.ts'
import { internalSchema, rootFields, strayAtRoot } from './internal-form.ts'
import { validateSchema } from './schema-validation.ts'
import { subschemas } from './subschemas.ts'

/** The paths of the parts of a version in errors. */
export interface VersionPaths {
  readonly schema: string
  readonly subresources: string
  readonly columns: string
  readonly selectableFields: string
}

interface Circumstances {
  readonly formerOf: (schema: StructuralSchema) => FormerRules
  /** The status is a subresource: keywords at the root must not constrain it. */
  readonly hasStatus: boolean
}

/** Validates schema, subresources, columns and selectable fields. [CRD1] */
export function validateVersionParts(
  version: CustomResourceDefinitionVersion,
  paths: VersionPaths,
  { formerOf, hasStatus }: Circumstances,
): readonly FieldError[] {
  const schema = version.schema?.openAPIV3Schema as StructuralSchema | undefined
  const schemaPath = child(paths.schema, 'openAPIV3Schema')
  return [
    ...(schema === undefined || !hasStatus ? [] : validateRoot(schema, schemaPath)),
    ...(schema === undefined ? [] : validateSchema(schema, schemaPath, formerOf(schema))),
    ...(version.subresources?.scale === undefined
      ? []
      : validateScale(version.subresources.scale, child(paths.subresources, 'scale'))),
    ...(version.additionalPrinterColumns ?? []).flatMap((column, at) =>
      validateColumn(column, index(paths.columns, at)),
    ),
    ...validateSelectable(version.selectableFields ?? [], schema, paths.selectableFields),
  ]
}

function validateRoot(schema: StructuralSchema, path: string): readonly FieldError[] {
  const stray = strayAtRoot(schema)
  if (stray === null) return []
  if (stray === 'Type')
    return [
      invalid(
        child(path, 'type'),
        schema.type ?? '',
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
      ),
    ]
  const text = `only [${rootFields.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`
  return [invalid(path, internalSchema(schema), text)]
}

function pathErrors(path: string, field: string, under: readonly string[], detail: string): readonly FieldError[] {
  if (!path.startsWith('.')) return [invalid(field, path, 'must be a simple json path starting with .')]
  return under.length === 0 || under.some((start) => path.startsWith(start)) ? [] : [invalid(field, path, detail)]
}

function validateScale(scale: CustomResourceSubresourceScale, path: string): readonly FieldError[] {
  const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' } = scale
  const [spec, status, selector] = ['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath'].map((name) =>
    child(path, name),
  ) as [string, string, string]
  return [
    ...(specReplicasPath === ''
      ? [required(spec)]
      : pathErrors(specReplicasPath, spec, ['.spec.'], 'should be a json path under .spec')),
    ...(statusReplicasPath === ''
      ? [required(status)]
      : pathErrors(statusReplicasPath, status, ['.status.'], 'should be a json path under .status')),
    ...(labelSelectorPath === ''
      ? []
      : pathErrors(
          labelSelectorPath,
          selector,
          ['.spec.', '.status.'],
          'should be a json path under either .spec or .status',
        )),
  ]
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string']
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

function validateColumn(column: CustomResourceColumnDefinition, path: string): readonly FieldError[] {
  const { name = '', type = '', format = '', jsonPath = '' } = column
  const oneOf = (value: string, field: string, values: readonly string[]): readonly FieldError[] =>
    values.includes(value) ? [] : [invalid(child(path, field), value, `must be one of ${values.join(',')}`)]
  return [
    ...(name === '' ? [required(child(path, 'name'))] : []),
    ...(type === ''
      ? [required(child(path, 'type'), `must be one of ${columnTypes.join(',')}`)]
      : oneOf(type, 'type', columnTypes)),
    ...(format === '' ? [] : oneOf(format, 'format', columnFormats)),
    ...(jsonPath === '' ? [required(child(path, 'JSONPath'))] : pathErrors(jsonPath, child(path, 'JSONPath'), [], '')),
  ]
}

const selectableMax = 8

function validateSelectable(
  fields: readonly SelectableField[],
  schema: StructuralSchema | undefined,
  path: string,
): readonly FieldError[] {
  if (fields.length === 0) return []
  if (schema === undefined) return [invalid(path, '', 'may only be set when validations.schema is included')]
  const seen = new Set<string>()
  const errors = fields.flatMap(({ jsonPath = '' }, at): readonly FieldError[] => {
    const here = child(index(path, at), 'jsonPath')
    if (jsonPath === '') return [required(here)]
    const found = fieldAt(jsonPath, schema)
    if (typeof found === 'string') return [invalid(here, jsonPath, `is an invalid path: ${found}`)]
    const faults: FieldError[] = []
    if (/^\.metadata(?:\.|$)/.test(jsonPath))
      faults.push(invalid(here, jsonPath, 'must not point to fields in metadata'))
    if (!['string', 'boolean', 'integer'].includes(String(found.type)))
      faults.push(
        invalid(
          here,
          jsonPath,
          'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ),
      )
    if (seen.has(jsonPath)) faults.push(duplicate(here, jsonPath))
    seen.add(jsonPath)
    return faults
  })
  return seen.size > selectableMax ? [...errors, tooMany(path, seen.size, selectableMax)] : errors
}

/** Returns the schema of the field at a simple JSON path, or the reason why there is none. */
function fieldAt(path: string, schema: StructuralSchema): StructuralSchema | string {
  if (path.includes('[')) return 'array notation is not allowed'
  if (!/^[.[]/.test(path)) return `expected [ or . but got: ${path.split(/[.[]/, 1)[0] ?? ''}`
  let at: StructuralSchema | null = schema
  for (const name of path.slice(1).split('.')) {
    at = propertyOf(at, name)
    if (at === null) return 'does not refer to a valid field'
  }
  return at
}

/** Warns of unrecognized formats of strings when they are new. [CRD1] */
export function formatWarnings(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | null = null,
): readonly string[] {
  const known = new Set(live === null ? [] : formatsOf(live))
  return [...new Set(formatsOf(next))]
    .filter((format) => !known.has(format) && !isKnownFormat(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`)
}

const formatsOf = ({ spec }: CustomResourceDefinition): readonly string[] =>
  (spec?.versions ?? []).flatMap(({ schema }) => {
    const root = schema?.openAPIV3Schema as StructuralSchema | undefined
    return root === undefined ? [] : allFormats(root)
  })

const allFormats = (schema: StructuralSchema): readonly string[] => [
  ...(schema.type === 'string' && typeof schema.format === 'string' && schema.format !== '' ? [schema.format] : []),
  ...subschemas(schema, '').flatMap(({ schema: inner }) => allFormats(inner)),
]
