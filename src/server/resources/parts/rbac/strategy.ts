import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '#server/registry/validate-meta.ts'
import { rbacName } from './names.ts'

/** What roles and bindings have in common; `validateChange` tells what of an object never changes. */
export function rbacStrategy<Kind extends ApiObject>(
  isNamespaced: boolean,
  validate: (next: Kind) => readonly FieldError[],
  validateChange: (next: Kind, live: Kind) => readonly FieldError[] = () => [],
): Strategy<Kind> {
  const validateWhole = (next: Kind): readonly FieldError[] => [
    ...validateObjectMeta(next.metadata, isNamespaced, rbacName),
    ...validate(next),
  ]
  return {
    validateName: rbacName,
    allowCreateOnUpdate: true,
    metadataOnUpdate: 'own',
    validate,
    /** The whole object is checked twice, which clients see as repeated causes. [RB3] */
    validateUpdate: (next, live) => [
      ...validateWhole(next),
      ...validateWhole(next),
      ...validateObjectMetaUpdate(next.metadata, live.metadata),
      ...validateChange(next, live),
    ],
  }
}
