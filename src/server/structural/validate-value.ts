import type { FieldError, FieldPath } from '#api/field-error.ts'
import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import type { Json } from '#api/json.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { CorrelatedValue } from './validation/correlated-value.ts'
import { validateInPieces } from './validation/validate-in-pieces.ts'

/** A value to validate. */
export interface ValueUnderTest {
  readonly value: Json
  /** The path of the value in its object. Messages contain paths relative to the value. */
  readonly path: FieldPath
  /** The old value: errors of unchanged parts are tolerated (ratcheting). */
  readonly old?: Json | undefined
}

/** Returns the errors of a value with the text and in the order of the reference's OpenAPI validation. [CRD5] */
export const validateValue = (schema: StructuralSchema, under: ValueUnderTest): readonly FieldError[] =>
  doneAtOnce(validateValueInPieces(schema, under))

/** Does what `validateValue` does. [ER8] */
export function* validateValueInPieces(
  schema: StructuralSchema,
  { value, path, old }: ValueUnderTest,
): Pieces<readonly FieldError[]> {
  const past = old === undefined ? null : new CorrelatedValue(schema, value, old)
  const result = yield* validateInPieces(schema, value, { path: '', past })
  return result.toFieldErrors(path)
}
