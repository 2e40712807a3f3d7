import { deepEqual, type JsonObject } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { warnOfIp } from '#server/resources/parts/validation/addresses.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import type { EndpointSlice } from '#server/kinds/types/discovery-v1.ts'
import { validateMetadataAgain } from '#server/resources/parts/validate-again.ts'
import { validateSlice, validateSliceUpdate } from './validation.ts'

const withoutMetadata = ({ endpoints, ports, addressType }: EndpointSlice): JsonObject => ({
  endpoints,
  ports,
  addressType,
})

/** Drops the topology, a field of an older version. [EPS2] */
function dropTopology(next: EndpointSlice): void {
  for (const endpoint of next.endpoints ?? []) delete endpoint.deprecatedTopology
}

const rules = { namespaced: true, validateName: dns1123SubdomainName }

export const strategy: Strategy<EndpointSlice> = {
  default(next) {
    for (const port of next.ports ?? []) {
      port.name ??= ''
      port.protocol ??= 'TCP'
    }
  },
  metadataOnUpdate: 'own',
  validateName: dns1123SubdomainName,
  prepareForCreate(next) {
    next.metadata.generation = 1
    dropTopology(next)
  },
  prepareForUpdate(next, live) {
    const sameContent = semanticallyEqual(withoutMetadata(next), withoutMetadata(live))
    const sameLabels = deepEqual(next.metadata.labels ?? {}, live.metadata.labels ?? {})
    if (!sameContent || !sameLabels) next.metadata.generation = (live.metadata.generation ?? 0) + 1
    if (!semanticallyEqual(next.endpoints, live.endpoints)) dropTopology(next)
  },
  validate: validateSlice,
  validateUpdate: (next, live) => [...validateMetadataAgain(next, rules), ...validateSliceUpdate(next, live)],
  warnings: ({ addressType, endpoints }) => [
    ...(addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
    ...(addressType === 'IPv4' || addressType === 'IPv6'
      ? (endpoints ?? []).flatMap(({ addresses }, at) =>
          (addresses ?? []).flatMap((address, one) => warnOfIp(address, `endpoints[${at}].addresses[${one}]`)),
        )
      : []),
  ],
}
