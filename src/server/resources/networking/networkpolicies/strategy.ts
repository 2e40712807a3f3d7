import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import type { NetworkPolicy } from '#server/kinds/types/networking-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { setDefaults } from './defaults.ts'
import { warnAboutBlocks } from './ip-block.ts'
import { validate } from './validation.ts'

const rules = { namespaced: true, validateName: dns1123SubdomainName, validate }

export const strategy: Strategy<NetworkPolicy> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  default: setDefaults,
  prepareForCreate: startGeneration,
  prepareForUpdate: countSpecChange,
  validate,
  /** The reference validates the whole policy twice, so that clients see each cause twice. [NP6] */
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...validate(next),
  ],
  warnings: warnAboutBlocks,
}
