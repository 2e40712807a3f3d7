import {
  type FieldError,
  type FieldPath,
  child,
  duplicate,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { deepEqual } from '#api/json.ts'
import { dns1035Label, dns1123Subdomain } from '#api/names.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import type { MutatingWebhook, ValidatingWebhook } from '#server/kinds/types/admissionregistration-v1.ts'
import { validateClientConfig } from './client-config.ts'
import { expressionsOf, validateMatchConditions } from './match-conditions.ts'
import { matchPolicies, validateRule } from './rules.ts'

export const failurePolicies: string[] = ['Fail', 'Ignore']
const reviewVersions = ['v1', 'v1beta1']
const harmless = ['None', 'NoneOnDryRun']
const sideEffectClasses = ['None', 'NoneOnDryRun', 'Some', 'Unknown']
const timeoutSecondsMax = 30

/** A webhook of either kind: only mutating webhooks have a reinvocation policy. */
export type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>

/** Ratcheting: what an update may keep from the stored object although it is invalid for a new one. */
interface Leniency {
  readonly anySideEffects: boolean
  readonly anyReviewVersion: boolean
  readonly sameNames: boolean
  readonly anySelectorValues: boolean
  readonly sameConditions: boolean
  /** Condition expressions that are already stored. */
  readonly storedExpressions: ReadonlySet<string>
}

const strict: Leniency = {
  anySideEffects: false,
  anyReviewVersion: false,
  sameNames: false,
  anySelectorValues: false,
  sameConditions: false,
  storedExpressions: new Set(),
}

/** Validates a list of webhooks; `live` is the stored list, `null` on create. [DA5] */
export function validateWebhooks(webhooks: readonly Webhook[], live: readonly Webhook[] | null): readonly FieldError[] {
  const leniency = live === null ? strict : leniencyOf(webhooks, live)
  const names = new Set<string>()
  return webhooks.flatMap((hook, at) => {
    const path = index('webhooks', at)
    const name = hook.name ?? ''
    const again = name !== '' && names.has(name) && !leniency.sameNames
    names.add(name)
    return [
      ...validateWebhook(hook, leniency, path),
      ...validateReviewVersions(hook, leniency, child(path, 'admissionReviewVersions')),
      ...(again ? [duplicate(child(path, 'name'), name)] : []),
    ]
  })
}

function leniencyOf(next: readonly Webhook[], live: readonly Webhook[]): Leniency {
  const versionsOf = (hook: Webhook): readonly string[] => hook.admissionReviewVersions ?? []
  return {
    anySideEffects: live.some(({ sideEffects }) => !harmless.includes(sideEffects ?? '')),
    anyReviewVersion: live.some(
      (hook) => versionsOf(hook).length > 0 && !versionsOf(hook).some((each) => reviewVersions.includes(each)),
    ),
    sameNames: new Set(live.map(({ name }) => name)).size < live.length,
    anySelectorValues: live.some(
      ({ namespaceSelector, objectSelector }) =>
        validateLabelSelector(namespaceSelector, '').length + validateLabelSelector(objectSelector, '').length > 0,
    ),
    storedExpressions: new Set(live.flatMap(({ matchConditions }) => expressionsOf(matchConditions))),
    sameConditions:
      next.length === live.length &&
      next.every((hook, at) => deepEqual(hook.matchConditions ?? [], live[at]?.matchConditions ?? [])),
  }
}

function validateWebhook(hook: Webhook, leniency: Leniency, path: FieldPath): readonly FieldError[] {
  const { rules = [], failurePolicy, matchPolicy, timeoutSeconds, reinvocationPolicy } = hook
  const selectors = { allowInvalidValues: leniency.anySelectorValues }
  return [
    ...validateName(hook.name ?? '', child(path, 'name')),
    ...rules.flatMap((rule, at) => validateRule(rule, index(child(path, 'rules'), at))),
    ...oneOf(failurePolicy, child(path, 'failurePolicy'), failurePolicies),
    ...oneOf(matchPolicy, child(path, 'matchPolicy'), matchPolicies),
    ...validateSideEffects(hook.sideEffects, leniency, child(path, 'sideEffects')),
    ...(timeoutSeconds !== undefined && (timeoutSeconds > timeoutSecondsMax || timeoutSeconds < 1)
      ? [
          invalid(
            child(path, 'timeoutSeconds'),
            timeoutSeconds,
            `the timeout value must be between 1 and ${timeoutSecondsMax} seconds`,
          ),
        ]
      : []),
    ...validateLabelSelector(hook.namespaceSelector, child(path, 'namespaceSelector'), selectors),
    ...validateLabelSelector(hook.objectSelector, child(path, 'objectSelector'), selectors),
    ...oneOf(reinvocationPolicy, child(path, 'reinvocationPolicy'), ['IfNeeded', 'Never']),
    ...validateClientConfig(hook.clientConfig ?? {}, child(path, 'clientConfig')),
    ...(leniency.sameConditions
      ? []
      : validateMatchConditions(
          hook.matchConditions ?? [],
          { hasParams: false, stored: leniency.storedExpressions },
          child(path, 'matchConditions'),
        )),
  ]
}

function validateName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === '') return [required(path)]
  const errors = dns1123Subdomain(name)
  if (errors.length > 0) return [invalid(path, name, errors.join(','))]
  return name.split('.').length < 3
    ? [invalid(path, name, 'should be a domain with at least three segments separated by dots')]
    : []
}

function validateSideEffects(
  sideEffects: string | undefined,
  { anySideEffects }: Leniency,
  path: FieldPath,
): readonly FieldError[] {
  const allowed = anySideEffects ? sideEffectClasses : harmless
  if (sideEffects === undefined) return [required(path, `must specify one of ${allowed.join(', ')}`)]
  return allowed.includes(sideEffects) ? [] : [notSupported(path, sideEffects, allowed)]
}

function validateReviewVersions(
  { admissionReviewVersions }: Webhook,
  { anyReviewVersion }: Leniency,
  path: FieldPath,
): readonly FieldError[] {
  const versions = admissionReviewVersions ?? []
  if (versions.length === 0) return [required(path, `must specify one of ${reviewVersions.join(', ')}`)]
  const seen = new Set<string>()
  const errors = versions.flatMap((version, at) => {
    if (seen.has(version)) return [invalid(index(path, at), version, 'duplicate version')]
    seen.add(version)
    return dns1035Label(version).map((text) => invalid(index(path, at), version, text))
  })
  const known = versions.some((version) => reviewVersions.includes(version))
  return known || anyReviewVersion
    ? errors
    : [...errors, invalid(path, [...versions], `must include at least one of ${reviewVersions.join(', ')}`)]
}
