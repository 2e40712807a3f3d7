import { type FieldError, invalid } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import type { Lease } from '#server/kinds/types/coordination-v1.ts'

/** Times are validated by the decoder. [LE1] */
function validate({ spec = {} }: Lease): readonly FieldError[] {
  const { leaseDurationSeconds, leaseTransitions } = spec
  const errors: FieldError[] = []
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0)
    errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'))
  errors.push(...nonNegative(leaseTransitions, 'spec.leaseTransitions'))
  return errors
}

/** Drops the fields of coordinated leader election, a feature that is disabled by default in 1.34. [LE2] */
function dropElection({ spec }: Lease): void {
  delete spec?.strategy
  delete spec?.preferredHolder
}

export const strategy: Strategy<Lease> = {
  validateName: dns1123SubdomainName,
  anyFinalizer: true,
  /** Leader election clients create and update with PUT, and updates require a resourceVersion. [LE3] */
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  prepareForCreate: dropElection,
  validate,
  prepareForUpdate: dropElection,
  validateUpdate: validate,
}
