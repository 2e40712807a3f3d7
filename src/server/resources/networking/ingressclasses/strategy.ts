import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import type { IngressClass } from '#server/kinds/types/networking-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { validate } from './validation.ts'

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate }

export const strategy: Strategy<IngressClass> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  /** The scope of parameters defaults to Cluster. [ICL2] */
  default({ spec }) {
    if (spec?.parameters !== undefined) spec.parameters.scope ??= 'Cluster'
  },
  prepareForCreate: startGeneration,
  validate,
  prepareForUpdate: countSpecChange,
  /** The controller is immutable. [ICL3] */
  validateUpdate: (next, live) => [
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...immutable(next.spec?.controller ?? '', live.spec?.controller ?? '', 'spec.controller'),
    ...validateAgain(next, rules),
  ],
}
