import { type FieldError, child, forbidden, index, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1035Label } from '#api/names.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import { validateClientConfig } from '#server/resources/parts/admission-registration/client-config.ts'
import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  WebhookConversion,
} from '#server/kinds/types/apiextensions-v1.ts'

const path = 'spec.conversion'
const strategies = ['None', 'Webhook']
const known = ['v1', 'v1beta1']

/** Validates the conversion between versions. `live`: null on create. [CRD12] */
export function validateConversion(
  conversion: CustomResourceConversion = {},
  live: CustomResourceDefinition | null = null,
): readonly FieldError[] {
  const { strategy = '', webhook = {} } = conversion
  return [
    ...strategyErrors(strategy),
    ...(strategy === 'Webhook' ? webhookErrors(webhook, live) : strayErrors(webhook)),
  ]
}

function strategyErrors(strategy: string): readonly FieldError[] {
  const here = child(path, 'strategy')
  if (strategy === '') return [required(here)]
  return strategies.includes(strategy) ? [] : [notSupported(here, strategy, strategies)]
}

const config = child(path, 'webhookClientConfig')
const reviewVersions = child(path, 'conversionReviewVersions')

const webhookErrors = (
  { clientConfig, conversionReviewVersions }: WebhookConversion,
  live: CustomResourceDefinition | null,
): readonly FieldError[] => [
  ...(clientConfig === undefined
    ? [required(config, 'required when strategy is set to Webhook')]
    : validateClientConfig(clientConfig, config)),
  ...reviewVersionErrors(conversionReviewVersions ?? [], live),
]

function strayErrors({ clientConfig, conversionReviewVersions }: WebhookConversion): readonly FieldError[] {
  const text = 'should not be set when strategy is not set to Webhook'
  return [
    ...(clientConfig === undefined ? [] : [forbidden(config, text)]),
    ...((conversionReviewVersions ?? []).length === 0 ? [] : [forbidden(reviewVersions, text)]),
  ]
}

function reviewVersionErrors(
  versions: readonly string[],
  live: CustomResourceDefinition | null,
): readonly FieldError[] {
  const here = reviewVersions
  if (versions.length === 0) return [required(here)]
  const repeated = repetitionsIn(versions)
  const errors = versions.flatMap((version, at) =>
    repeated.has(at)
      ? [invalid(index(here, at), version, 'duplicate version')]
      : dns1035Label(version).map((text) => invalid(index(here, at), version, text)),
  )
  const before = live?.spec?.conversion?.webhook?.conversionReviewVersions ?? []
  const isBound = before.length === 0 || before.some((version) => known.includes(version))
  return !isBound || versions.some((version) => known.includes(version))
    ? errors
    : [...errors, invalid(here, [...versions], `must include at least one of ${known.join(', ')}`)]
}
