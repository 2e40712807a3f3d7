import { printExactJson } from '#api/exact-json.ts'
import { child, type FieldError, type FieldPath, invalid, required, tooLong } from '#api/field-error.ts'
import { isObject, type Json } from '#api/json.ts'
import { byteLength } from '#api/names.ts'
import { validateDriverName } from '#server/resources/parts/pod-spec/volumes/cloud-volumes.ts'
import type { DeviceConfiguration, DeviceSelector } from '#server/kinds/types/resource-v1.ts'
import { validateItems } from './lists.ts'
import { validateSelectorExpression } from './selector-expression.ts'

export const listMax = 32
const rawBytesMax = 10 * 1024
const expressionBytesMax = 10 * 1024

/** [DRA3] */
export function validateConfiguration({ opaque }: DeviceConfiguration, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'opaque')
  if (opaque === undefined) return [required(here)]
  return [
    ...validateDriverName(opaque.driver ?? '', child(here, 'driver')),
    ...validateRaw(opaque.parameters, child(here, 'parameters')),
  ]
}

/** Requires a JSON object of limited length. */
export function validateRaw(value: Json | undefined, path: FieldPath): readonly FieldError[] {
  if (value === undefined || value === null) return [required(path)]
  if (byteLength(printExactJson(value)) > rawBytesMax) return [tooLong(path, rawBytesMax)]
  return isObject(value) ? [] : [invalid(path, '<value omitted>', 'must be a valid JSON object')]
}

/** Validates CEL device selectors: their number, length and expressions. [DRA2] [DRA10] */
export const validateSelectors = (selectors: readonly DeviceSelector[], path: FieldPath): readonly FieldError[] =>
  validateItems(selectors, { max: listMax, check: validateSelector }, path)

function validateSelector({ cel }: DeviceSelector, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'cel')
  if (cel === undefined) return [required(here)]
  const { expression = '' } = cel
  const at = child(here, 'expression')
  return byteLength(expression) > expressionBytesMax
    ? [tooLong(at, expressionBytesMax)]
    : validateSelectorExpression(expression, at)
}
