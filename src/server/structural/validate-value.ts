import type { FieldError, FieldPath } from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { CorrelatedValue } from './validation/correlated-value.ts'
import { validate } from './validation/validate-schema.ts'

/** A value to validate. */
export interface ValueUnderTest {
  readonly value: Json
  /** The path of the value in its object. Messages contain paths relative to the value. */
  readonly path: FieldPath
  /** The old value: errors of unchanged parts are tolerated (ratcheting). */
  readonly old?: Json | undefined
}

/** Returns the errors of a value with the text and in the order of the reference's OpenAPI validation. [CRD5] */
export function validateValue(schema: StructuralSchema, { value, path, old }: ValueUnderTest): readonly FieldError[] {
  const past = old === undefined ? null : new CorrelatedValue(schema, value, old)
  return validate(schema, value, { path: '', past }).toFieldErrors(path)
}
