import { ApiError, internalError } from '#api/api-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, cloneJson, isObject, jsonKind } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { decodeObject } from '#schema/decode.ts'
import { applyDefaults } from '#schema/defaults.ts'
import { type JsonPatch, applyJsonPatch } from '#server/merge/json-patch.ts'
import type { ObjectKind } from './versioned.ts'

/** A patch operation that cannot be applied. The message is that of the reference's library. */
export class OperationError extends Error {
  /** True for a failed `test` operation. */
  readonly isTest: boolean
  constructor(message: string, isTest: boolean) {
    super(message)
    this.isTest = isTest
  }
}

/** Applies the operations to a copy of the object. @throws OperationError [WH5] */
export function applyOperations({ operations }: JsonPatch, object: ApiObject): Json {
  let document: Json = cloneJson(object) as JsonObject
  for (const operation of operations) document = applyOne(operation, document)
  return document
}

/**
 * Decodes a patched object as `kind`, applies defaults and prunes unknown fields.
 * @throws ApiError InternalError if it is not an object of that kind, DecodeError [WH5]
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

/** A patch must not change apiVersion and kind. */
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

/** Applies operations one at a time, so that an error can name the failing one. */
function applyOne(operation: JsonObject | null, document: Json): Json {
  try {
    return applyJsonPatch({ operations: [operation], numberTexts: undefined }, document).value
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { op, path } = operation ?? {}
    const isTest = op === 'test' && hasParent(document, typeof path === 'string' ? path : '')
    throw new OperationError(problemOf(operation ?? {}, document), isTest)
  }
}

function problemOf({ op, path }: JsonObject, document: Json): string {
  const at = typeof path === 'string' ? path : ''
  const kind = typeof op === 'string' ? op : 'unknown'
  return problems.get(kind)?.(at, hasParent(document, at)) ?? `Unexpected kind: ${kind}`
}

/** Error messages by operation, given the path and whether it, or its parent, exists. */
const problems: ReadonlyMap<string, (at: string, hasParent: boolean) => string> = new Map([
  [
    'test',
    (at: string, isThere: boolean) =>
      isThere
        ? `testing value ${at} failed: test failed`
        : `test operation does not apply: is missing path: ${at}: missing value`,
  ],
  ['add', (at) => `add operation does not apply: doc is missing path: ${JSON.stringify(at)}: missing value`],
  [
    'remove',
    (at, isThere) =>
      isThere
        ? `error in remove for path: '${at}': Unable to remove nonexistent key: ${at.split('/').at(-1) ?? ''}: missing value`
        : `remove operation does not apply: doc is missing path: ${JSON.stringify(at)}: missing value`,
  ],
  [
    'replace',
    (at, isThere) =>
      `replace operation does not apply: doc is missing ${isThere ? 'key' : 'path'}: ${at}: missing value`,
  ],
  ['move', (at) => `move operation does not apply: doc is missing path: ${at}: missing value`],
  ['copy', (at) => `copy operation does not apply: doc is missing path: ${at}: missing value`],
])

function hasParent(document: Json, path: string): boolean {
  let value: Json | undefined = document
  for (const step of path.split('/').slice(1, -1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = value[Number(name)]
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return isObject(value) || Array.isArray(value)
}
