import { ApiError, internalError } from '#api/api-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { isObject, type Json, jsonKind, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { decodeObject } from '#schema/decode.ts'
import { applyDefaults } from '#schema/defaults.ts'
import type { ObjectKind } from './versioned.ts'

/**
 * Decodes a patched object as `kind`, applies defaults and prunes unknown fields.
 * @throws ApiError with code 500 if it is not an object of that kind, DecodeError [WH5]
 */
export function readPatched(
  document: Json,
  kind: ObjectKind,
): { readonly object: ApiObject; readonly unknown: readonly string[] } {
  if (!isObject(document)) throw internalError(notAnObject(document))
  checkKind(document, kind)
  const { object, unknown } = decodeObject(kind.schema, document)
  object.kind = kind.kind
  object.apiVersion = toApiVersion(kind)
  object.metadata ??= {}
  applyDefaults(kind.schema, object as JsonObject)
  kind.default?.(object)
  return { object, unknown }
}

const notAnObject = (value: Json): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonKind(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`

/**
 * A patch must not change apiVersion and kind. The original sees that when it converts the result, after all webhooks were asked:
 * its error has no reason, and not the words of an internal error.
 */
function checkKind({ kind, apiVersion }: JsonObject, wanted: ObjectKind): void {
  const { group, version } = wanted
  const sameKind = kind === undefined || kind === wanted.kind
  const sameVersion = apiVersion === undefined || apiVersion === toApiVersion(wanted)
  if (sameKind && sameVersion) return
  const sentVersion = typeof apiVersion === 'string' ? (apiVersion.split('/').at(-1) ?? '') : version
  const sentKind = textOf(kind)
  const internal = group === '' ? 'core' : (group.split('.', 1)[0] ?? '')
  const why = `converting (${sentVersion}.${sentKind}) to (${internal}.${wanted.kind}): unknown conversion`
  throw new ApiError('InternalError', why, { reasonText: '' })
}
