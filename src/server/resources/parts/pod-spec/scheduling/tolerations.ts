import { type Pieces, doneAtOnce, eachInPieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, type FieldPath, forbidden, index, invalid, notSupported } from '#api/field-error.ts'
import { labelValue, qualifiedName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Toleration } from '#server/kinds/types/core-v1.ts'

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Validates the tolerations of a pod. [POD32] */
export const validateTolerations = (tolerations: readonly Toleration[], path: FieldPath): readonly FieldError[] =>
  doneAtOnce(validateTolerationsInPieces(tolerations, path))

/** Does what `validateTolerations` does. [ER8] */
export const validateTolerationsInPieces = (
  tolerations: readonly Toleration[],
  path: FieldPath,
): Pieces<readonly FieldError[]> =>
  eachInPieces(tolerations, (toleration, at) => validateToleration(toleration, index(path, at)))

function validateToleration(toleration: Toleration, path: FieldPath): readonly FieldError[] {
  const { key = '', operator = '', effect = '', tolerationSeconds } = toleration
  const errors: FieldError[] = key === '' ? [] : [...checkText(key, child(path, 'key'), qualifiedName)]
  if (key === '' && operator !== 'Exists') {
    const why = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
    errors.push(invalid(child(path, 'operator'), operator, why))
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    errors.push(invalid(child(path, 'effect'), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"))
  }
  errors.push(...validateOperator(toleration, child(path, 'operator')))
  if (effect !== '' && !effects.includes(effect)) errors.push(notSupported(child(path, 'effect'), effect, effects))
  return errors
}

function validateOperator({ operator = '', value = '' }: Toleration, path: FieldPath): readonly FieldError[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const texts = labelValue(value)
      return texts.length === 0 ? [] : [invalid(path, value, texts.join(';'))]
    }
    case 'Exists':
      return value === '' ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'")]
    default:
      return [notSupported(path, operator, ['Equal', 'Exists'])]
  }
}

const withoutSeconds = ({ key = '', operator = '', value = '', effect = '' }: Toleration): string =>
  JSON.stringify([key, operator, value, effect])

/** An update may only add tolerations and change tolerationSeconds of existing ones. [POD42] */
export function validateAddedTolerations(
  next: readonly Toleration[],
  live: readonly Toleration[],
  path: FieldPath,
): readonly FieldError[] {
  const given = new Set(next.map(withoutSeconds))
  if (!live.every((old) => given.has(withoutSeconds(old))))
    return [forbidden(path, 'existing toleration can not be modified except its tolerationSeconds')]
  return validateTolerations(next, path)
}
