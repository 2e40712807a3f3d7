import { parseExactJson } from '#api/exact-json.ts'
import { ApiError, internalError } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { decodeBase64 } from '#go/base64.ts'
import { findSyntaxError } from '#go/json-syntax.ts'
import { decodeUtf8 } from '#go/utf8.ts'
import { DecodeError } from '#schema/decode.ts'
import { type JsonPatch, applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { PatchFault } from '#server/merge/json-patch-fault.ts'
import { readPatched } from '#server/admission/dynamic/patched-object.ts'
import type { ObjectKind } from '#server/admission/dynamic/versioned.ts'
import { CallingError } from './webhook-error.ts'

/** Decodes the patch of a response; empty if it has no operations. @throws CallingError */
export function readReviewPatch(webhook: string, base64: string): JsonPatch {
  const fail = (why: string): CallingError =>
    new CallingError(webhook, `received undecodable patch in webhook response: ${why}`)
  const bytes = decodeBase64(base64)
  const broken = findSyntaxError(bytes)
  if (broken !== undefined) throw fail(broken.message)
  try {
    const value = parseExactJson(decodeUtf8(bytes))
    return parseJsonPatch({ value, numberTexts: undefined }, false)
  } catch (error) {
    if (error instanceof ApiError) throw fail(error.message)
    throw error
  }
}

/**
 * Applies a patch to an object of `kind`; the result is decoded and defaulted. [WH5]
 * @throws ApiError InternalError if the patch does not apply or the result is not an object of the kind
 */
export function applyReviewPatch(patch: JsonPatch, object: ApiObject, kind: ObjectKind): ApiObject {
  try {
    return readPatched(applyJsonPatch(patch, object as JsonObject).value, kind).object
  } catch (error) {
    if (error instanceof PatchFault) throw internalError(error.why)
    if (error instanceof DecodeError) throw internalError(error.message)
    throw error
  }
}
