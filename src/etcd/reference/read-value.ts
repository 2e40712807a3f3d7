import { parseExactJson } from '#api/exact-json.ts'
import { errorText } from '#api/error-text.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { decodeObject } from '#schema/decode.ts'
import { metaV1 } from '#server/kinds/schemas/meta-v1.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { canonicalObject, toStoredForm } from '#server/registry/stored-form.ts'
import { toCanonical } from '#schema/canonical.ts'
import { parseProtobuf } from '#server/serializer/parse-protobuf.ts'
import { hasPrefix } from '#server/serializer/protobuf/envelope.ts'
import { crdFromV1beta1 } from './crd-v1beta1.ts'

/** A value that is no object of its key's type. */
export class UnreadableValue extends Error {}

const decoder = new TextDecoder('utf-8', { fatal: true })
const BRACE = 0x7b

/** The original puts this before values that it encrypts. */
const ENCRYPTED = new TextEncoder().encode('k8s:enc:')

export const isEncrypted = (bytes: Uint8Array): boolean => ENCRYPTED.every((byte, at) => bytes[at] === byte)

/**
 * Stored versions that the original still writes although it serves the newest, whose fields are those of the newest: by
 * apiVersion, with their kinds.
 */
const sameFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['resource.orch.io/v1beta2', ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice']],
  ['storage.orch.io/v1beta1', ['VolumeAttributesClass']],
])
const CRD_V1BETA1 = 'apiextensions.orch.io/v1beta1'

/** Returns the object of a stored value, in the stored form of this server. @throws UnreadableValue */
export type ReadValue = (bytes: Uint8Array, owner: ResourceDefinition | null) => ApiObject

/** Reads values of built-in types, whose `definitions` are all their versions, and of custom types. [ETC13] */
export function valueReader(definitions: readonly ResourceDefinition[]): ReadValue {
  return (bytes, owner) => {
    try {
      return owner === null ? readCustom(bytes) : readBuiltIn(bytes, owner, definitions)
    } catch (error) {
      throw error instanceof UnreadableValue ? error : new UnreadableValue(errorText(error))
    }
  }
}

function readBuiltIn(
  bytes: Uint8Array,
  owner: ResourceDefinition,
  definitions: readonly ResourceDefinition[],
): ApiObject {
  const value = hasPrefix(bytes)
    ? parseProtobuf(bytes, { apiVersion: toApiVersion(owner), kind: owner.kind, schema: owner.schema })
    : parseJson(bytes)
  const { value: sent, definition } = versionOf(value, owner, definitions)
  const { object } = decodeObject(definition.schema, sent)
  withReadDefaults(definition, object)
  return toStoredForm(definition, canonicalObject(definition, object))
}

/** Returns the version in which a value is to be decoded. @throws UnreadableValue */
function versionOf(
  value: JsonObject,
  owner: ResourceDefinition,
  definitions: readonly ResourceDefinition[],
): { readonly value: JsonObject; readonly definition: ResourceDefinition } {
  const { apiVersion, kind } = value
  const isSaid = (each: ResourceDefinition): boolean => each.kind === kind && toApiVersion(each) === apiVersion
  if (isSaid(owner)) return { value, definition: owner }
  const other = definitions.find(
    (each) => isSaid(each) && each.storage?.group === owner.group && each.storage.resource === owner.resource,
  )
  if (other !== undefined) return { value, definition: other }
  if (kind === owner.kind && typeof apiVersion === 'string') {
    if (apiVersion === CRD_V1BETA1) return { value: crdFromV1beta1(value), definition: owner }
    if (sameFields.get(apiVersion)?.includes(kind) === true) return { value, definition: owner }
  }
  throw new UnreadableValue(`no kind "${String(kind)}" is registered for version "${String(apiVersion)}" at this key`)
}

/** Custom objects are read as they are: their definition may change later. */
function readCustom(bytes: Uint8Array): ApiObject {
  const { apiVersion, kind, metadata: sent, ...rest } = parseJson(bytes)
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isObject(sent))
    throw new UnreadableValue('apiVersion, kind or metadata is missing')
  const metadata = toCanonical(metadataSchema(), decodeObject(metadataSchema(), sent).object as JsonObject)
  delete metadata.resourceVersion
  const members = Object.keys(rest).toSorted()
  return { apiVersion, kind, metadata, ...Object.fromEntries(members.map((name) => [name, rest[name]])) } as ApiObject
}

const metadataSchema = (): ReturnType<typeof metaV1.schema> => metaV1.schema('ObjectMeta')

function parseJson(bytes: Uint8Array): JsonObject {
  if (isEncrypted(bytes)) throw new UnreadableValue('the value is encrypted')
  if (bytes[0] !== BRACE) throw new UnreadableValue('the value is neither JSON nor protobuf')
  const value: Json = parseExactJson(decoder.decode(bytes))
  if (!isObject(value)) throw new UnreadableValue('the value is no object')
  return value
}

/** Sets the defaults that the original sets when it reads, and does not store. */
function withReadDefaults({ group, resource }: ResourceDefinition, object: ApiObject): void {
  if (group === '' && resource === 'persistentvolumeclaims') {
    const status = isObject(object.status) ? object.status : {}
    if (status.phase === undefined || status.phase === '') object.status = { ...status, phase: 'Pending' }
  }
  if (group === 'batch' && resource === 'jobs') {
    const labels = templateLabels((object as JsonObject)['spec'])
    if (Object.keys(object.metadata.labels ?? {}).length === 0 && labels !== null)
      object.metadata = { ...object.metadata, labels }
  }
}

function templateLabels(spec: Json | undefined): Record<string, string> | null {
  const template = isObject(spec) ? spec.template : undefined
  const metadata = isObject(template) ? template.metadata : undefined
  const labels = isObject(metadata) ? metadata.labels : undefined
  return isObject(labels) && Object.keys(labels).length > 0 ? (labels as Record<string, string>) : null
}
