import { type CelValue, RUNTIME_CEL_COST_BUDGET } from '#cel/cel.ts'
import { internalError } from '#api/api-error.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { DecodeError } from '#schema/decode.ts'
import { readPatched } from '#server/admission/dynamic/patched-object.ts'
import { type Activation, runExpressions } from '#server/admission/dynamic/run-expressions.ts'
import type { Invocation } from '#server/admission/dynamic/admission-review.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { applyMadePatch } from './made-json-patch.ts'
import { MutationError } from './mutation-error.ts'
import type { Mutation } from './mutating-policy.ts'

/**
 * Applies one mutation to an object in the invocation's version; the result is decoded and defaulted. Each mutation
 * has its own cost budget, which includes variables.
 * @throws MutationError, ApiError InternalError if the result is not an object of the kind [MAP5]
 */
export async function mutateObject(
  mutation: Mutation,
  object: ApiObject,
  invocation: Invocation,
  context: Activation,
): Promise<ApiObject> {
  const value = await evaluate(mutation, context)
  if (mutation.patchType === 'ApplyConfiguration') return readApplied(value, object, invocation)
  const document = applyMadePatch(value, object)
  return document === null ? object : readStrictly(document, invocation)
}

async function evaluate(mutation: Mutation, context: Activation): Promise<CelValue> {
  if (mutation.compiled.type === 'failed') throw new MutationError(mutation.compiled.detail)
  const run = await runExpressions([mutation], context, RUNTIME_CEL_COST_BUDGET)
  if (run.type === 'out-of-budget') throw new MutationError(run.message)
  const [outcome] = run.outcomes
  if (outcome?.type === 'value') return outcome.value
  throw new MutationError(outcome?.type === 'error' ? outcome.message : '')
}

function readApplied(value: CelValue, object: ApiObject, invocation: Invocation): ApiObject {
  const document = applyConfiguration(value, object, invocation)
  try {
    return readPatched(document, invocation.kind).object
  } catch (error) {
    if (error instanceof DecodeError) throw new MutationError(error.message)
    throw error
  }
}

/** Decodes the result of a JSON patch strictly: unknown fields are an error. */
function readStrictly(document: Json, { kind }: Invocation): ApiObject {
  try {
    const { object, unknown } = readPatched(document, kind)
    if (unknown.length > 0) throw internalError(`strict decoding error: ${unknown.join(', ')}`)
    return object
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message)
    throw error
  }
}
