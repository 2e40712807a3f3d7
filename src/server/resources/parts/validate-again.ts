import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateBuiltInFinalizers, validateObjectMeta } from '#server/registry/metadata/validate-meta.ts'

interface MetadataRules {
  readonly namespaced: boolean
  readonly validateName: Strategy['validateName']
  /** As in the strategy: the kind's own validation takes finalizers without a domain. [WR12] */
  readonly anyFinalizer?: boolean
}

interface Rules<Kind extends ApiObject> extends MetadataRules {
  readonly validate: (next: Kind) => readonly FieldError[]
}

/** Runs the whole validation of a new object, as the reference's updates do: metadata, then the rules of the kind. */
export const validateAgain = <Kind extends ApiObject>(
  next: Kind,
  { validate, ...rules }: Rules<Kind>,
): readonly FieldError[] => [...validateMetadataAgain(next, rules), ...validate(next)]

/** Runs the part of {@link validateAgain} that looks at metadata. */
export const validateMetadataAgain = (
  { metadata }: ApiObject,
  { namespaced, validateName, anyFinalizer = false }: MetadataRules,
): readonly FieldError[] => [
  ...validateObjectMeta(metadata, namespaced, validateName),
  ...(anyFinalizer ? [] : validateBuiltInFinalizers(metadata)),
]
