import { ApiError, internalError } from '#api/api-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, cloneJson, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import { applyDefaults } from '#schema/defaults.ts'
import { type JsonPatch, applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import type { ObjectKind } from '../dynamic/versioned.ts'
import { CallingError } from './webhook-error.ts'

/** The patch that a webhook sent; empty for one without operations. @throws CallingError */
export function readReviewPatch(webhook: string, base64: string): JsonPatch {
  const fail = (why: string): CallingError =>
    new CallingError(webhook, `received undecodable patch in webhook response: ${why}`)
  const text = new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error))
  }
  try {
    return parseJsonPatch({ value, numberTexts: undefined }, false)
  } catch (error) {
    if (error instanceof ApiError) throw fail(error.message)
    throw error
  }
}

/**
 * What a patch makes of an object of `kind`: decoded and defaulted again. [WH5]
 * @throws ApiError InternalError for a patch that does not fit, or leaves no such object
 */
export function applyReviewPatch(patch: JsonPatch, object: ApiObject, kind: ObjectKind): ApiObject {
  let document: Json = cloneJson(object) as JsonObject
  for (const operation of patch.operations) document = applyOne(operation, document)
  if (!isObject(document)) throw internalError(notAnObject(document))
  checkKind(document, kind)
  try {
    const { object: next } = decodeObject(kind.schema, document)
    next.kind = kind.kind
    next.apiVersion = toApiVersion(kind)
    next.metadata ??= {}
    applyDefaults(kind.schema, next as JsonObject)
    kind.default?.(next)
    return next
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message)
    throw error
  }
}

const notAnObject = (value: Json): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`

/** A patch may not make another kind of it. */
function checkKind({ kind, apiVersion }: JsonObject, wanted: ObjectKind): void {
  const { group, version } = wanted
  const sameKind = kind === undefined || kind === wanted.kind
  const sameVersion = apiVersion === undefined || apiVersion === toApiVersion(wanted)
  if (sameKind && sameVersion) return
  const sentVersion = typeof apiVersion === 'string' ? (apiVersion.split('/').at(-1) ?? '') : version
  const sentKind = typeof kind === 'string' ? kind : ''
  const internal = group === '' ? 'core' : (group.split('.', 1)[0] ?? '')
  throw internalError(`converting (${sentVersion}.${sentKind}) to (${internal}.${wanted.kind}): unknown conversion`)
}

/** One operation at a time, so that the one that fails can be named. */
function applyOne(operation: JsonObject | null, document: Json): Json {
  try {
    return applyJsonPatch({ operations: [operation], numberTexts: undefined }, document).value
  } catch (error) {
    if (error instanceof ApiError) throw internalError(problemOf(operation ?? {}, document))
    throw error
  }
}

function problemOf({ op, path }: JsonObject, document: Json): string {
  const at = typeof path === 'string' ? path : ''
  const quoted = JSON.stringify(at)
  switch (op) {
    case 'test':
      return `testing value ${at} failed: test failed`
    case 'add':
      return `add operation does not apply: doc is missing path: ${quoted}: missing value`
    case 'remove':
      return hasParent(document, at)
        ? `error in remove for path: '${at}': Unable to remove nonexistent key: ${at.split('/').at(-1) ?? ''}: missing value`
        : `remove operation does not apply: doc is missing path: ${quoted}: missing value`
    case 'replace':
      return hasParent(document, at)
        ? `replace operation does not apply: doc is missing key: ${at}: missing value`
        : `replace operation does not apply: doc is missing path: ${at}: missing value`
    case 'move':
    case 'copy':
      return `${op} operation does not apply: doc is missing path: ${at}: missing value`
    default:
      return `Unexpected kind: ${typeof op === 'string' ? op : 'unknown'}`
  }
}

function hasParent(document: Json, path: string): boolean {
  let value: Json | undefined = document
  for (const step of path.split('/').slice(1, -1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = value[Number(name)]
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return isObject(value) || Array.isArray(value)
}
