import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { portNumber as portNumberTexts } from '#api/names.ts'

/** Requires a number between 1 and 65535. */
export const portNumber = (value: number, path: FieldPath): readonly FieldError[] =>
  portNumberTexts(value).map((text) => invalid(path, value, text))
