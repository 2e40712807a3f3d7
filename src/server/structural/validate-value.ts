import type { FieldError, FieldPath } from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { CorrelatedValue } from './validation/correlated-value.ts'
import { validate } from './validation/validate-schema.ts'

/** What a schema has against a value. */
export interface ValueUnderTest {
  readonly value: Json
  /** Where the value stands in its object. Messages name what lies in the value from the value on. */
  readonly path: FieldPath
  /** What the value replaces: faults of parts that stay as they are are let pass. */
  readonly old?: Json | undefined
}

/** The faults of a value in the words and the order of the reference's OpenAPI validation. [CRD5] */
export function validateValue(schema: StructuralSchema, { value, path, old }: ValueUnderTest): readonly FieldError[] {
  const past = old === undefined ? null : new CorrelatedValue(schema, value, old)
  return validate(schema, value, { path: '', past }).toFieldErrors(path)
}
