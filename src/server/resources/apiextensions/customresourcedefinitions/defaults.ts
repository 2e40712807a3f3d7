import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '#server/kinds/types/apiextensions-v1.ts'

/**
 * Defaults the names from the kind, the conversion strategy to None, and storedVersions to the storage version. [CRD1]
 */
export function setDefaults(next: CustomResourceDefinition): void {
  next.spec ??= {}
  next.spec.names ??= {}
  next.spec.conversion ??= { strategy: 'None' }
  defaultNames(next.spec.names)
  dropEmptyWebhook(next.spec.conversion)
  const service = next.spec.conversion.webhook?.clientConfig?.service
  if (service !== undefined) service.port ??= 443
  defaultStoredVersions(next)
}

/** The reference's internal type has no webhook without a client config or review versions. */
function dropEmptyWebhook(conversion: CustomResourceConversion): void {
  const { clientConfig, conversionReviewVersions } = conversion.webhook ?? {}
  if (clientConfig === undefined && (conversionReviewVersions ?? []).length === 0) delete conversion.webhook
}

function defaultNames(names: CustomResourceDefinitionNames): void {
  const kind = names.kind ?? ''
  if ((names.singular ?? '') === '') names.singular = kind.toLowerCase()
  if ((names.listKind ?? '') === '' && kind !== '') names.listKind = `${kind}List`
}

function defaultStoredVersions(next: CustomResourceDefinition): void {
  if ((next.status?.storedVersions ?? []).length > 0) return
  const stored = (next.spec?.versions ?? []).find(({ storage }) => storage === true)
  if (stored !== undefined) next.status = { ...next.status, storedVersions: [stored.name ?? ''] }
}
