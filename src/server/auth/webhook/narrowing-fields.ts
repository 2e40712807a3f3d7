import type { FieldRequirement } from '#api/selectors/field-selector.ts'
import type { JsonObject } from '#api/json.ts'
import type { LabelOperator, LabelRequirement } from '#api/selectors/label-selector.ts'
import type { Attributes } from '#server/auth/authorizer.ts'

/** Numeric comparisons cannot be expressed in a review: they are omitted, which makes the selector less narrow. */
const labelOperators: Readonly<Record<LabelOperator, string | null>> = {
  in: 'In',
  '=': 'In',
  '==': 'In',
  notin: 'NotIn',
  '!=': 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
  '>': null,
  '<': null,
}

const ofField = ({ field, operator, value }: FieldRequirement): JsonObject => ({
  key: field,
  operator: operator === '=' ? 'In' : 'NotIn',
  values: [value],
})

function ofLabel({ key, operator, values }: LabelRequirement): readonly JsonObject[] {
  const word = labelOperators[operator]
  if (word === null) return []
  return [{ key, operator: word, ...(values.length === 0 ? {} : { values: [...values] }) }]
}

/** The selectors of a request for many objects, as reviews contain them: requirements, never raw text. [AZ10] */
export function narrowingFields({ narrowing }: Attributes): readonly (readonly [name: string, value: JsonObject])[] {
  if (narrowing === undefined) return []
  const fields = narrowing.fields.map(ofField)
  const labels = narrowing.labels.flatMap(ofLabel)
  return [
    ...(fields.length === 0 ? [] : [['fieldSelector', { requirements: fields }] as const]),
    ...(labels.length === 0 ? [] : [['labelSelector', { requirements: labels }] as const]),
  ]
}
