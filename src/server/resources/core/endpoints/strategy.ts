import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { warnOfIp } from '#server/resources/parts/validation/addresses.ts'
import type { Endpoints } from '#server/kinds/types/core-v1.ts'
import { validateEndpoints } from './validation.ts'

export const strategy: Strategy<Endpoints> = {
  default(next) {
    for (const port of (next.subsets ?? []).flatMap(({ ports = [] }) => ports)) {
      if ((port.protocol ?? '') === '') port.protocol = 'TCP'
    }
  },
  metadataOnUpdate: 'whole',
  allowCreateOnUpdate: true,
  validateName: dns1123SubdomainName,
  validate: validateEndpoints,
  validateUpdate: validateEndpoints,
  warnings: ({ subsets = [] }) =>
    subsets.flatMap(({ addresses = [], notReadyAddresses = [] }, at) => [
      ...addresses.flatMap(({ ip = '' }, one) => warnOfIp(ip, `subsets[${at}].addresses[${one}].ip`)),
      ...notReadyAddresses.flatMap(({ ip = '' }, one) => warnOfIp(ip, `subsets[${at}].notReadyAddresses[${one}].ip`)),
    ]),
}
