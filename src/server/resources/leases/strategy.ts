import { child, type FieldError, type FieldPath, forbidden, invalid, notSupported } from '#api/field-error.ts'
import { dns1123SubdomainName, qualifiedName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { nonNegative } from '../field-checks/numbers.ts'
import { checkText } from '../field-checks/texts.ts'
import type { Lease } from '../types/coordination-v1.ts'

const knownStrategies = ['OldestEmulationVersion']

/** Times are checked by decoding. [LE1] */
function validate({ spec = {} }: Lease): readonly FieldError[] {
  const { leaseDurationSeconds, leaseTransitions, strategy: chosen, preferredHolder = '' } = spec
  const errors: FieldError[] = []
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0)
    errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'))
  errors.push(...nonNegative(leaseTransitions, 'spec.leaseTransitions'))
  if (chosen !== undefined) errors.push(...validateElection(chosen, 'spec.strategy'))
  if (preferredHolder !== '' && (chosen ?? '') === '')
    errors.push(forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined'))
  return errors
}

/** A name of the server's own or one with a domain; the reference names the field twice. [LE2] */
function validateElection(chosen: string, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'strategy')
  if (chosen.includes('/')) return checkText(chosen, here, qualifiedName)
  return knownStrategies.includes(chosen) ? [] : [notSupported(here, chosen, knownStrategies)]
}

export const strategy: Strategy<Lease> = {
  validateName: dns1123SubdomainName,
  /** Leaders write with PUT from the first time on, and only onto what they have seen. [LE3] */
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate,
  validateUpdate: validate,
}
