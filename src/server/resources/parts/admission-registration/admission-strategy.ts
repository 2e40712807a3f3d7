import type { FieldError } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { validateObjectMeta } from '#server/registry/metadata/validate-meta.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'

/** The settings that all kinds of the group have in common. [DA1] */
export const admissionStrategy: Pick<
  Strategy,
  'validateName' | 'anyFinalizer' | 'metadataOnUpdate' | 'allowUnconditionalUpdate'
> = {
  validateName: dns1123SubdomainName,
  anyFinalizer: true,
  metadataOnUpdate: 'own',
  allowUnconditionalUpdate: false,
}

/** Validates metadata again on update, as the reference does for these kinds, except for immutable fields. */
export const validateMetadata = (next: ApiObject): readonly FieldError[] =>
  validateObjectMeta(next.metadata, false, dns1123SubdomainName)

/** Returns the strategy of a policy or a binding, whose generation counts the changes of its spec. */
export const specStrategy = <Kind extends ApiObject>({
  setDefaults,
  validate,
}: {
  readonly setDefaults: (next: Kind) => void
  /** `live` is null on create. */
  readonly validate: (next: Kind, live: Kind | null) => readonly FieldError[]
}): Strategy<Kind> => ({
  ...admissionStrategy,
  default: setDefaults,
  prepareForCreate: startGeneration,
  validate: (next) => validate(next, null),
  prepareForUpdate: countSpecChange,
  validateUpdate: (next, live) => [...validateMetadata(next), ...validate(next, live)],
})
