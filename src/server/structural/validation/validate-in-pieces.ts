import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, isObject } from '#api/json.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import { Result } from './result.ts'
import { validateComposition } from './composition.ts'
import { type Spot, stepResult, stepsInside, validate, validateAround } from './validate-schema.ts'

/** About as many values are validated in one piece. */
const PIECE_VALUES = 500

/** Values that are nested more deeply are validated in one piece: each piece costs a call for each level around it. */
const DEPTH_MAX = 32

/** Does what `validate` does, in pieces if there are many values inside. [ER8] */
export function* validateInPieces(schema: StructuralSchema, value: Json, spot: Spot, depth = 0): Pieces<Result> {
  if (valuesUpTo(value, PIECE_VALUES) < PIECE_VALUES) return validate(schema, value, spot)
  return yield* validateMany(schema, value, spot, depth)
}

function* validateMany(schema: StructuralSchema, value: Json, spot: Spot, depth: number): Pieces<Result> {
  if (depth > DEPTH_MAX) return validate(schema, value, spot)
  const inside = new Result()
  let count = 0
  for (const step of stepsInside(schema, value, spot)) {
    const size = 'schema' in step ? valuesUpTo(step.value, PIECE_VALUES) : 1
    if ('schema' in step && size === PIECE_VALUES)
      inside.merge(yield* validateMany(step.schema, step.value, step.spot, depth + 1))
    else inside.merge(stepResult(step))
    count += size
    if (count < PIECE_VALUES) continue
    count = 0
    yield
  }
  const composed = yield* validateComposition(schema, spot.path, (each) =>
    validateInPieces(each, value, { path: spot.path, past: null }, depth + 1),
  )
  return validateAround(schema, value, spot, { inside, composed })
}

/** Returns the number of values in a value, itself included; `limit` if there are more. */
function valuesUpTo(value: Json, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1
  const inner = isObject(value) ? Object.keys(value) : value
  if (inner.length >= limit) return limit
  let count = 1
  for (const each of isObject(value) ? Object.values(value) : value) {
    count += valuesUpTo(each ?? null, limit - count)
    if (count >= limit) return limit
  }
  return count
}
