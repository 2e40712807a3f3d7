import { forbiddenRequest } from '#api/api-error.ts'
import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { shownName } from '#server/admission/chain/policy-denial.ts'

/** Refuses external addresses that a service did not have before. [ADP1] */
export const denyExternalIps: AdmissionPlugin = {
  name: 'DenyServiceExternalIPs',
  operations: new Set(['CREATE', 'UPDATE']),
  async validate(attributes) {
    const { definition, subresource, object, live } = attributes
    if (definition.group !== '' || definition.resource !== 'services' || subresource !== '' || object === null) return
    const before = new Set(live === null ? [] : addressesOf(live))
    if (addressesOf(object).some((address) => !before.has(address)))
      throw forbiddenRequest(definition, shownName(attributes), 'Use of external IPs is denied by admission control')
  },
}

const addressesOf = ({ spec }: ApiObject): readonly Json[] =>
  isObject(spec) && Array.isArray(spec['externalIPs']) ? spec['externalIPs'] : []
