import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateBuiltInFinalizers, validateObjectMeta } from '#server/registry/metadata/validate-meta.ts'

interface Rules<Kind extends ApiObject> {
  readonly namespaced: boolean
  readonly validateName: Strategy['validateName']
  readonly validate: (next: Kind) => readonly FieldError[]
}

/** Runs the whole validation of a new object, as the reference's updates do: metadata, then the rules of the kind. */
export const validateAgain = <Kind extends ApiObject>(
  next: Kind,
  { namespaced, validateName, validate }: Rules<Kind>,
): readonly FieldError[] => [
  ...validateObjectMeta(next.metadata, namespaced, validateName),
  ...validateBuiltInFinalizers(next.metadata),
  ...validate(next),
]
