import { type ApiError, badRequest, invalidObject } from '#api/api-error.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, isObject, own, sortedMembers } from '#api/json.ts'
import type { NumberTexts } from '#api/number-texts.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { KindAndVersion, Target } from './decode-body.ts'
import type { Call } from '#server/endpoints/call/call.ts'

/** The kind and version that the body of a custom resource states. An absent version is `''`. */
export interface SentType {
  readonly group: string
  readonly version: string
  readonly kind: string
}

export function sentType({ kind, apiVersion }: KindAndVersion): SentType {
  const [first = '', second] = apiVersion === '/' ? [''] : apiVersion.split('/')
  return second === undefined ? { group: '', version: first, kind } : { group: first, version: second, kind }
}

/** A custom resource is decoded without a default kind, so the body must state it. [CRD19] */
export const missingKind = (text: string): string => `Object 'Kind' is missing in '${text}'`

/**
 * Metadata is always decoded by its schema. Other fields are pruned by the schema of the version that the body states
 * (without a schema if that version does not exist), and kept if the body has another kind.
 */
function schemaFor({ server }: Call, target: Target, sent: SentType): StructSchema {
  if (sent.group !== target.group || sent.kind !== target.kind) return { ...target.schema, rest: () => [] }
  const named = server
    .resources()
    .definitions.find(
      ({ group, version, kind }) => group === sent.group && version === sent.version && kind === sent.kind,
    )
  return named?.schema ?? { ...target.schema, rest: dropAll }
}

function dropAll(members: JsonObject): readonly string[] {
  const names = Object.keys(members).toSorted()
  for (const name of names) Reflect.deleteProperty(members, name)
  return names
}

/**
 * Decodes the value as the type that it states. The reference decodes metadata from a text with sorted keys, so that the
 * first error and the order of unknown fields are those of the sorted metadata. [CRD19] @throws DecodeError
 */
export function decodeCustom(
  call: Call,
  target: Target,
  sent: SentType,
  parsed: { readonly value: Json; readonly numberTexts: NumberTexts | undefined },
): ReturnType<typeof decodeObject> {
  const schema = schemaFor(call, target, sent)
  const { numberTexts } = parsed
  const value = parsed.value ?? {}
  const decodeSorted = () => decodeObject(schema, withSortedMetadata(value), { numberTexts })
  try {
    const read = decodeObject(schema, value, { numberTexts })
    return read.unknown.filter(isInMetadata).length > 1 ? decodeSorted() : read
  } catch (error) {
    if (error instanceof DecodeError) return decodeSorted()
    throw error
  }
}

const isInMetadata = (text: string): boolean => text.startsWith('unknown field "metadata.')

function withSortedMetadata(value: Json): Json {
  const metadata = isObject(value) ? own(value, 'metadata') : undefined
  return isObject(value) && metadata !== undefined ? { ...value, metadata: sortedMembers(metadata) } : value
}

/**
 * Checks the type that a body states. @throws ApiError BadRequest for another version, Invalid for another kind
 * [CRD19]
 */
export function checkSentType(target: Target, sent: SentType, object: ApiObject): void {
  if (sent.group !== target.group || sent.version !== target.version)
    throw badRequest(
      `the API version in the data (${versionText(sent)}) does not match the expected API version (${toApiVersion(target)})`,
    )
  if (sent.kind !== target.kind) throw wrongType(target, sent, object.metadata.name ?? '')
}

const versionText = ({ group, version }: SentType): string =>
  group === '' && version === '' ? '' : toApiVersion({ group, version })

/** Refuses a patch that changes the kind or version of a custom resource. @throws ApiError Invalid [CRD19] */
export function checkPatchedType(target: Target, sent: SentType, name: string): void {
  const isRight = sent.group === target.group && sent.version === target.version && sent.kind === target.kind
  if (!isRight) throw wrongType(target, sent, name)
}

function wrongType(target: Target, sent: SentType, name: string): ApiError {
  const errors: FieldError[] = []
  const [said, expected] = [versionText(sent), toApiVersion(target)]
  if (sent.kind !== target.kind) errors.push(invalid('kind', sent.kind, `must be ${target.kind}`))
  if (said !== expected) errors.push(invalid('apiVersion', said, `must be ${expected}`))
  return invalidObject(sent, name, errors)
}
