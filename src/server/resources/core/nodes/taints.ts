import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { labelValue, qualifiedName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Taint } from '#server/kinds/types/core-v1.ts'

/** The reference reports taints under metadata. */
export const taintsPath = 'metadata.taints'
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Validates keys and effects; key and effect together are unique. [NOD5] */
export function validateTaints(taints: readonly Taint[], taintsAt: FieldPath): readonly FieldError[] {
  const seen = new Set<string>()
  return taints.flatMap((taint, at) => {
    const path = index(taintsAt, at)
    const { key = '', effect = '' } = taint
    const pair = `${effect} ${key}`
    const twice = seen.has(pair)
      ? [{ ...duplicate(path, printedTaint(taint)), detail: 'taints must be unique by key and effect pair' }]
      : []
    seen.add(pair)
    return [...validateTaint(taint, path), ...twice]
  })
}

function validateTaint({ key = '', value = '', effect = '' }: Taint, path: FieldPath): readonly FieldError[] {
  const texts = labelValue(value)
  return [
    ...checkText(key, child(path, 'key'), qualifiedName),
    ...(texts.length === 0 ? [] : [invalid(child(path, 'value'), value, texts.join(';'))]),
    ...validateEffect(effect, child(path, 'effect')),
  ]
}

function validateEffect(effect: string, path: FieldPath): readonly FieldError[] {
  if (effect === '') return [required(path)]
  return effects.includes(effect) ? [] : [notSupported(path, effect, effects)]
}

/** Formats a taint as the reference prints its internal type. */
const printedTaint = ({ key = '', value = '', effect = '', timeAdded }: Taint) => ({
  Key: key,
  Value: value,
  Effect: effect,
  TimeAdded: timeAdded ?? null,
})
