import { type FieldError, forbidden, invalid, notSupported, required, tooLong } from '#api/field-error.ts'
import { invalidOptions, validateDryRun } from '#server/registry/deletion/delete-options.ts'
import { dryRunParameter, flagParameter, textParameter } from './query-parameters.ts'

/** Query of a POST, PUT or PATCH. */
export interface WriteOptions {
  readonly dryRun: boolean
  readonly fieldManager: string
  readonly fieldValidation: 'Ignore' | 'Warn' | 'Strict'
}

const managerBytesMax = 128
const validations = ['Ignore', 'Warn', 'Strict'] as const

/**
 * Parses and validates the options of a write. `kind` is named in errors.
 * @throws ApiError Invalid [WR9]
 */
export function readWriteOptions(
  query: URLSearchParams,
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  isApply = false,
): WriteOptions {
  const fieldManager = textParameter(query, 'fieldManager')
  const fieldValidation = textParameter(query, 'fieldValidation')
  const dryRun = dryRunParameter(query)
  const errors = [
    ...(kind === 'PatchOptions' ? patchErrors(query, fieldManager, isApply) : []),
    ...managerErrors(fieldManager),
    ...validateDryRun(dryRun),
    ...validationErrors(fieldValidation),
  ]
  if (errors.length > 0) throw invalidOptions(kind, errors)
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: validations.find((level) => level === fieldValidation) ?? 'Warn',
  }
}

function patchErrors(query: URLSearchParams, fieldManager: string, isApply: boolean): readonly FieldError[] {
  if (isApply) return fieldManager === '' ? [required('fieldManager', 'is required for apply patch')] : []
  return flagParameter(query, 'force') === undefined
    ? []
    : [forbidden('force', 'may not be specified for non-apply patch')]
}

/** Names as clients send them, which need no look at each character. */
const plainName = /^[ -~]{0,128}$/

function managerErrors(manager: string): readonly FieldError[] {
  if (plainName.test(manager)) return []
  const errors: FieldError[] = []
  if (new TextEncoder().encode(manager).length > managerBytesMax) errors.push(tooLong('fieldManager', managerBytesMax))
  let at = 0
  for (const char of manager) {
    if (!isPrintable(char))
      errors.push(invalid('fieldManager', manager, `invalid character ${codePoint(char)} (at position ${at})`))
    at += new TextEncoder().encode(char).length
  }
  return errors
}

/** Implements Go's `unicode.IsPrint`. */
export const isPrintable = (char: string): boolean => char === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(char)

/** Formats as Go's `%#U` does: the character itself follows only if it is printable. */
const codePoint = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function validationErrors(level: string): readonly FieldError[] {
  return level === '' || validations.some((known) => known === level)
    ? []
    : [notSupported('fieldValidation', level, ['', ...validations.toSorted()])]
}
