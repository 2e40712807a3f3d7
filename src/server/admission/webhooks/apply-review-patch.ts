import { parseExactJson } from '#api/exact-json.ts'
import { ApiError, internalError } from '#api/api-error.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { decodeBase64 } from '#go/base64.ts'
import { DecodeError } from '#schema/decode.ts'
import { type JsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { OperationError, applyOperations, readPatched } from '../dynamic/patched-object.ts'
import type { ObjectKind } from '../dynamic/versioned.ts'
import { CallingError } from './webhook-error.ts'

/** The patch that a webhook sent; empty for one without operations. @throws CallingError */
export function readReviewPatch(webhook: string, base64: string): JsonPatch {
  const fail = (why: string): CallingError =>
    new CallingError(webhook, `received undecodable patch in webhook response: ${why}`)
  const text = new TextDecoder().decode(decodeBase64(base64))
  let value: Json
  try {
    value = parseExactJson(text)
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
  try {
    return readPatched(applyOperations(patch, object), kind).object
  } catch (error) {
    if (error instanceof DecodeError || error instanceof OperationError) throw internalError(error.message)
    throw error
  }
}
