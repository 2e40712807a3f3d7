import {
  type FieldError,
  type FieldPath,
  child,
  fieldErrorText,
  index,
  invalid,
  key,
  required,
} from '#api/field-error.ts'
import { type Json, type JsonObject, isObject, own, sortedMembers } from '#api/json.ts'
import { dns1035Label, pathSegmentNameOrPrefix } from '#api/names.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import { validateObjectMeta } from '#server/registry/metadata/validate-meta.ts'
import { metaV1 } from '#server/kinds/schemas/meta-v1.ts'
import {
  type StructuralSchema,
  additionalOf,
  isOn,
  itemsOf,
  propertiesOf,
  propertyOf,
  typeFields,
} from '#server/structural/structural-schema.ts'

interface Embedded {
  readonly path: FieldPath
  readonly value: JsonObject
}

const embedding = new WeakMap<StructuralSchema, boolean>()

/** Reports whether the schema marks an embedded resource anywhere: most do not, and their values need no look. */
function hasEmbedded(schema: StructuralSchema): boolean {
  const known = embedding.get(schema)
  if (known !== undefined) return known
  const additional = additionalOf(schema)
  const items = itemsOf(schema)
  const found =
    isOn(schema, 'embedded-resource') ||
    (items !== null && hasEmbedded(items)) ||
    (additional !== null && additional !== true && hasEmbedded(additional)) ||
    propertiesOf(schema).some(([, property]) => hasEmbedded(property))
  embedding.set(schema, found)
  return found
}

/** Returns the nested objects that the schema marks as embedded resources, outermost first. */
function embeddedIn(schema: StructuralSchema, value: Json, path: FieldPath): readonly Embedded[] {
  if (!hasEmbedded(schema)) return []
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    return items === null ? [] : value.flatMap((item, at) => embeddedIn(items, item, index(path, at)))
  }
  if (!isObject(value)) return []
  const isResource = isOn(schema, 'embedded-resource')
  const additional = additionalOf(schema)
  const inside = Object.keys(value).flatMap((name) => {
    if (isResource && typeFields.has(name)) return []
    const declared = propertyOf(schema, name)
    const member = own(value, name) ?? null
    if (declared !== null) return embeddedIn(declared, member, child(path, name))
    return additional === null || additional === true ? [] : embeddedIn(additional, member, key(path, name))
  })
  return isResource ? [{ path, value }, ...inside] : inside
}

/**
 * Decodes the metadata of embedded resources like that of other objects, in place. Returns the sorted paths of unknown
 * fields.
 * @throws DecodeError for an invalid type or invalid metadata [CRD18]
 */
export function coerceEmbedded(schema: StructuralSchema, members: Json, at: FieldPath = ''): readonly string[] {
  const unknown = embeddedIn(schema, members, at).flatMap(({ path, value }) => {
    for (const name of ['apiVersion', 'kind'] as const) {
      const found = own(value, name)
      if (found !== undefined && typeof found !== 'string') throw refused(child(path, name), found, 'must be a string')
    }
    const metadata = own(value, 'metadata')
    return metadata === undefined ? [] : coerceMetadata(value, metadata, child(path, 'metadata'))
  })
  return unknown.length > 1 ? unknown.toSorted() : unknown
}

/** Defaults may set unknown fields in the metadata of embedded resources: they are pruned afterwards. [CRD18] */
export function pruneDefaulted(schema: StructuralSchema, members: JsonObject): void {
  try {
    coerceEmbedded(schema, members)
  } catch (error) {
    // Metadata that can't be decoded is reported by validation.
    if (!(error instanceof DecodeError)) throw error
  }
}

/** The type or the metadata of an embedded resource cannot be decoded. */
export class EmbeddedError extends DecodeError {
  readonly fieldError: FieldError

  constructor(fieldError: FieldError) {
    super(fieldErrorText(fieldError))
    this.fieldError = fieldError
  }
}

const refused = (path: FieldPath, value: Json, why: string): EmbeddedError =>
  new EmbeddedError(invalid(path, value, why))

function coerceMetadata(holder: JsonObject, sent: Json, path: FieldPath): readonly string[] {
  if (sent === null) {
    holder.metadata = {}
    return []
  }
  try {
    const { object, unknown } = decodeMetadata(sent)
    holder.metadata = object as JsonObject
    return unknown.map((text) => child(path, text.slice(unknownStart.length, -1)))
  } catch (error) {
    if (error instanceof DecodeError) throw refused(path, sent, error.message)
    throw error
  }
}

/** The reference decodes a text with sorted keys, so that the first error is that of the sorted metadata. @throws DecodeError */
function decodeMetadata(sent: Json): ReturnType<typeof decodeObject> {
  const schema = metaV1.schema('ObjectMeta')
  try {
    return decodeObject(schema, sent)
  } catch (error) {
    if (error instanceof DecodeError) return decodeObject(schema, sortedMembers(sent))
    throw error
  }
}

const unknownStart = 'unknown field "'

/** Returns the errors in the type and the metadata of embedded resources. [CRD18] */
export const validateEmbedded = (schema: StructuralSchema, object: Json, path: FieldPath): readonly FieldError[] =>
  embeddedIn(schema, object, path).flatMap(({ path: here, value }) => [
    ...(['apiVersion', 'kind'] as const)
      .filter((name) => own(value, name) === undefined)
      .map((name) => required(child(here, name))),
    ...typeErrors(own(value, 'apiVersion'), child(here, 'apiVersion'), groupVersionErrors),
    ...typeErrors(own(value, 'kind'), child(here, 'kind'), kindErrors),
    ...metadataErrors(own(value, 'metadata'), child(here, 'metadata')),
  ])

function typeErrors(
  value: Json | undefined,
  path: FieldPath,
  errorsOf: (text: string) => readonly string[],
): readonly FieldError[] {
  if (value === undefined) return []
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')]
  if (value === '') return [invalid(path, value, 'must not be empty')]
  return errorsOf(value).map((text) => invalid(path, value, text))
}

const groupVersionErrors = (text: string): readonly string[] =>
  text.split('/').length > 2 ? [`unexpected GroupVersion string: ${text}`] : []

function kindErrors(text: string): readonly string[] {
  const errors = dns1035Label(text.toLowerCase())
  return errors.length === 0 ? [] : [`may have mixed case, but should otherwise match: ${errors.join(',')}`]
}

/** Returns the errors of metadata. A name may be absent, but must be valid if present. */
function metadataErrors(metadata: Json | undefined, path: FieldPath): readonly FieldError[] {
  if (!isObject(metadata)) return []
  const meta = metadata as ObjectMeta
  const named = (meta.name ?? '') === '' ? { ...meta, name: 'fakename' } : meta
  const errors = validateObjectMeta(named, (meta.namespace ?? '') !== '', pathSegmentNameOrPrefix)
  return errors.map((error) => ({ ...error, field: `${path}${error.field.slice('metadata'.length)}` }))
}
