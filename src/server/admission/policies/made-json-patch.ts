import { CelList, CelMap, type CelOutcome, type CelValue, isFailure, toJson } from '#cel/cel.ts'
import type { Json, JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type JsonPatch, applyJsonPatch } from '#server/merge/json-patch.ts'
import { PatchFault } from '#server/merge/json-patch-fault.ts'
import { MutationError } from './mutation-error.ts'
import { checkTypeNames } from './type-names.ts'

/**
 * Applies the list of `JSONPatch{…}` that an expression returned; `null` if a `test` operation fails, which makes no
 * change. @throws MutationError [MAP7]
 */
export function applyMadePatch(value: CelValue, object: ApiObject): Json | null {
  try {
    return applyJsonPatch(toPatch(value), object as JsonObject).value
  } catch (error) {
    if (!(error instanceof PatchFault)) throw error
    if (error.isTest) return null
    throw new MutationError(`JSON Patch: ${error.why}`)
  }
}

function toPatch(value: CelValue): JsonPatch {
  if (!(value instanceof CelList))
    throw new MutationError('type mismatch: JSONPatchType.expression should evaluate to array')
  const operations = Array.from({ length: value.size }, (_, at) => toOperation(value.at(at)))
  return { operations, numberTexts: undefined }
}

function toOperation(made: CelValue): JsonObject {
  const member = (name: string): CelOutcome | undefined => (made instanceof CelMap ? made.get(name) : undefined)
  const textOf = (name: string): string => {
    const text = member(name)
    return typeof text === 'string' ? text : ''
  }
  const from = textOf('from')
  const value = member('value')
  return {
    op: textOf('op'),
    path: textOf('path'),
    ...(from === '' ? {} : { from }),
    ...(value === undefined || isFailure(value) ? {} : { value: valueOf(value) }),
  }
}

function valueOf(value: CelValue): Json {
  checkTypeNames(value)
  const json = toJson(value)
  if (json === undefined)
    throw new MutationError('JSONPath valueExpression evaluated to a type that could not marshal to JSON')
  return json
}
