import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import type { NetworkPolicy } from '#server/kinds/types/networking-v1.ts'
import { setDefaults } from './defaults.ts'
import { warnAboutBlocks } from './ip-block.ts'
import { validate } from './validation.ts'

export const strategy: Strategy<NetworkPolicy> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  default: setDefaults,
  prepareForCreate: startGeneration,
  prepareForUpdate: countSpecChange,
  validate,
  /** The reference validates the whole policy twice, so that clients see each cause twice. [NP6] */
  validateUpdate: (next, live) => [
    ...validateObjectMeta(next.metadata, true, dns1123SubdomainName),
    ...validate(next),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...validate(next),
  ],
  warnings: warnAboutBlocks,
}
