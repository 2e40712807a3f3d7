import { cloneJson, own } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import { storageClassAnnotation } from '#server/resources/parts/persistent-volumes/storage-texts.ts'
import type { PersistentVolumeClaim } from '#server/kinds/types/core-v1.ts'
import { alignDataSources } from './data-source.ts'
import { validateClaimStatus, validateClaimUpdate } from './validation-update.ts'
import { validateClaim } from '#server/resources/parts/persistent-volumes/claim-validation.ts'
import { claimSpecWarnings } from '#server/resources/parts/persistent-volumes/claim-warnings.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { validateMetadataAgain } from '#server/resources/parts/validate-again.ts'

function defaultClaim(next: PersistentVolumeClaim): void {
  const spec = (next.spec ??= {})
  spec.volumeMode ??= 'Filesystem'
  next.status = { phase: 'Pending', ...next.status }
  const { capacity, allocatedResources } = next.status
  for (const map of [spec.resources?.limits, spec.resources?.requests, capacity, allocatedResources]) roundAmounts(map)
}

const shared = { default: defaultClaim, validateName: dns1123SubdomainName, validate: validateClaim }

const metadataRules = { namespaced: true, validateName: dns1123SubdomainName }

export const strategy: Strategy<PersistentVolumeClaim> = {
  ...shared,
  metadataOnUpdate: 'own',
  prepareForCreate(next) {
    next.status = { phase: 'Pending' }
    alignDataSources((next.spec ??= {}), undefined)
  },
  prepareForUpdate(next, live) {
    next.status = live.status
    alignDataSources((next.spec ??= {}), live.spec)
  },
  validateUpdate(next, live) {
    // Claims written by an older server may have only one of the two fields.
    const aligned = cloneJson(live)
    if (aligned.spec !== undefined) alignDataSources(aligned.spec, aligned.spec)
    // The reference validates the whole claim twice, so that clients see each cause twice. [WR16]
    return [
      ...validateMetadataAgain(next, metadataRules),
      ...validateClaim(next),
      ...validateObjectMetaUpdate(next.metadata, live.metadata),
      ...validateMetadataAgain(next, metadataRules),
      ...validateClaimUpdate(next, aligned),
    ]
  },
  warnings: ({ metadata, spec = {} }) => [
    ...(own(metadata.annotations, storageClassAnnotation) === undefined
      ? []
      : [
          `metadata.annotations[${storageClassAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`,
        ]),
    ...claimSpecWarnings(spec, 'spec'),
  ],
}

export const statusStrategy: Strategy<PersistentVolumeClaim> = {
  ...shared,
  prepareForUpdate(next, live) {
    next.spec = live.spec
  },
  validateUpdate: validateClaimStatus,
}
