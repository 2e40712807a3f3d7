import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '#server/kinds/types/certificates-v1.ts'

const path = 'status.conditions'
const finalTypes = ['Approved', 'Denied', 'Failed'] as const
const decisions = ['Approved', 'Denied'] as const

type Conditions = readonly CertificateSigningRequestCondition[]

export const conditionsOf = ({ status }: CertificateSigningRequest): Conditions => status?.conditions ?? []
const ofType = (conditions: Conditions, wanted: string): Conditions => conditions.filter(({ type }) => type === wanted)
const hasRepeated = (conditions: Conditions): boolean =>
  new Set(conditions.map(({ type }) => type ?? '')).size < conditions.length

/** Validates conditions; an update may keep invalid ones. [CSR3] */
export function validateConditions(next: Conditions, live: Conditions): readonly FieldError[] {
  const mayContradict = decisions.every((type) => ofType(live, type).length > 0)
  const mayBeEmpty = live.some(({ type }) => !type)
  const mayRepeat = hasRepeated(live)
  const seen = new Set<string>()
  return next.flatMap((condition, at) => {
    const { type = '' } = condition
    const here = child(index(path, at), 'type')
    const contradicts = (type === 'Approved' && seen.has('Denied')) || (type === 'Denied' && seen.has('Approved'))
    const errors = [
      ...(type === '' && !mayBeEmpty ? [required(here)] : []),
      ...validateStatus(condition, child(index(path, at), 'status')),
      ...(contradicts && !mayContradict
        ? [invalid(here, type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(seen.has(type) && !mayRepeat ? [duplicate(here, type)] : []),
    ]
    seen.add(type)
    return errors
  })
}

function validateStatus({ type = '', status = '' }: CertificateSigningRequestCondition, at: string) {
  const supported = finalTypes.some((each) => each === type) ? ['True'] : ['False', 'True', 'Unknown']
  if (status === '') return [required(at)]
  return supported.includes(status) ? [] : [notSupported(at, status, supported)]
}

/** Approved and Denied are final and set by the approval subresource only. [CSR4] */
export function validateConditionChange(next: Conditions, live: Conditions, mayDecide: boolean): readonly FieldError[] {
  const removed = finalTypes
    .filter((type) => ofType(next, type).length < ofType(live, type).length)
    .map((type) => forbidden(path, `updates may not remove a condition of type "${type}"`))
  if (mayDecide) return removed
  const changed = decisions.flatMap((type) => {
    const [before, after] = [ofType(live, type), ofType(next, type)]
    if (after.length > before.length) return [forbidden(path, `updates may not add a condition of type "${type}"`)]
    if (after.length < before.length || semanticallyEqual([...after], [...before])) return []
    return [forbidden(path, `updates may not modify a condition of type "${type}"`)]
  })
  return [...removed, ...changed]
}

/** Sets missing condition times. In place. [CSR5] */
export function fillTimes(next: CertificateSigningRequest, live: CertificateSigningRequest, now: string): void {
  for (const condition of conditionsOf(next)) {
    condition.lastUpdateTime ??= now
    const before = conditionsOf(live).find(
      ({ type, status, lastTransitionTime }) =>
        type === condition.type && status === condition.status && lastTransitionTime !== undefined,
    )
    condition.lastTransitionTime ??= before?.lastTransitionTime ?? now
  }
}

/** Keeps the live approval conditions unless one was added or removed. In place. */
export function keepDecisions(next: CertificateSigningRequest, live: CertificateSigningRequest): void {
  for (const type of decisions) {
    const before = ofType(conditionsOf(live), type)
    const after = ofType(conditionsOf(next), type)
    if (after.length !== before.length) continue
    for (const [at, condition] of after.entries()) Object.assign(condition, before[at])
  }
}
