import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  index,
  invalid,
  notSupported,
  required,
  tooLong,
} from '#api/field-error.ts'
import { byteLength, patternText, qualifiedName } from '#api/names.ts'
import type { Condition } from '#server/kinds/types/meta-v1.ts'
import { checkText } from './texts.ts'

const statuses = ['False', 'True', 'Unknown']
const messageBytesMax = 32 * 1024
const reasonBytesMax = 1024

/** Validates conditions of the common type: unique types, and a reason and a time each. */
export function validateConditions(conditions: readonly Condition[], path: FieldPath): readonly FieldError[] {
  const seen = new Set<string>()
  return conditions.flatMap((condition, at) => {
    const here = index(path, at)
    const type = condition.type ?? ''
    const again = seen.has(type) ? [duplicate(child(here, 'type'), type)] : []
    seen.add(type)
    return [...again, ...validateCondition(condition, here)]
  })
}

function validateCondition(condition: Condition, path: FieldPath): readonly FieldError[] {
  const { status = '', observedGeneration, lastTransitionTime, message = '' } = condition
  return [
    ...checkText(condition.type ?? '', child(path, 'type'), qualifiedName),
    ...(statuses.includes(status) ? [] : [notSupported(child(path, 'status'), status, statuses)]),
    ...(observedGeneration !== undefined && observedGeneration < 0
      ? [invalid(child(path, 'observedGeneration'), observedGeneration, 'must be greater than or equal to zero')]
      : []),
    ...(lastTransitionTime ? [] : [required(child(path, 'lastTransitionTime'))]),
    ...validateReason(condition.reason ?? '', child(path, 'reason')),
    ...(byteLength(message) > messageBytesMax ? [tooLong(child(path, 'message'), messageBytesMax)] : []),
  ]
}

const reasonText = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?'

function validateReason(reason: string, path: FieldPath): readonly FieldError[] {
  if (reason === '') return [required(path)]
  const errors: FieldError[] = []
  if (!/^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(reason)) {
    const what =
      "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'"
    errors.push(
      invalid(
        path,
        reason,
        patternText(what, reasonText, 'my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'),
      ),
    )
  }
  if (reason.length > reasonBytesMax) errors.push(tooLong(path, reasonBytesMax))
  return errors
}
