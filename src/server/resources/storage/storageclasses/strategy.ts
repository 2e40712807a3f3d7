import { type FieldError, forbidden } from '#api/field-error.ts'
import { deepEqual } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { keyWarnings } from '#server/resources/parts/pod-spec/scheduling/deprecated-labels.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import type { StorageClass } from '#server/kinds/types/storage-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { validate } from './validation.ts'

/**
 * Provisioner, parameters, reclaim policy and binding mode are immutable, since existing volumes depend on them. [SCL3]
 */
function validateChange(next: StorageClass, live: StorageClass): readonly FieldError[] {
  const errors: FieldError[] = []
  if (!deepEqual(next.parameters, live.parameters))
    errors.push(forbidden('parameters', 'updates to parameters are forbidden.'))
  if ((next.provisioner ?? '') !== (live.provisioner ?? ''))
    errors.push(forbidden('provisioner', 'updates to provisioner are forbidden.'))
  if (next.reclaimPolicy !== live.reclaimPolicy)
    errors.push(forbidden('reclaimPolicy', 'updates to reclaimPolicy are forbidden.'))
  return [...errors, ...immutable(next.volumeBindingMode, live.volumeBindingMode, 'volumeBindingMode')]
}

/** Warns of deprecated node labels in the allowed topologies. [NL1] */
const warnOfTopologies = ({ allowedTopologies = [] }: StorageClass): readonly string[] =>
  allowedTopologies.flatMap(({ matchLabelExpressions = [] }, at) => {
    const keys = matchLabelExpressions.map(({ key = '' }) => key)
    return keyWarnings(keys, (keyAt) => `allowedTopologies[${at}].matchLabelExpressions[${keyAt}].key`)
  })

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate }

export const strategy: Strategy<StorageClass> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  default(next) {
    next.reclaimPolicy ??= 'Delete'
    next.volumeBindingMode ??= 'Immediate'
  },
  warnings: warnOfTopologies,
  validate,
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...validateChange(next, live),
  ],
}
