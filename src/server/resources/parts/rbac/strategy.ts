import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { rbacName } from './names.ts'

/** Returns the strategy of roles and bindings; `validateChange` validates immutable fields. */
export function rbacStrategy<Kind extends ApiObject>(
  isNamespaced: boolean,
  validate: (next: Kind) => readonly FieldError[],
  validateChange: (next: Kind, live: Kind) => readonly FieldError[] = () => [],
): Strategy<Kind> {
  const rules = { namespaced: isNamespaced, validateName: rbacName, validate }
  return {
    validateName: rbacName,
    allowCreateOnUpdate: true,
    metadataOnUpdate: 'own',
    validate,
    /** The reference validates the whole object twice, so that clients see each cause twice. [RB3] */
    validateUpdate: (next, live) => [
      ...validateAgain(next, rules),
      ...validateAgain(next, rules),
      ...validateObjectMetaUpdate(next.metadata, live.metadata),
      ...validateChange(next, live),
    ],
  }
}
