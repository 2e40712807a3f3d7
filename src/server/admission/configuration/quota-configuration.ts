import { isObject, type Json } from '#api/json.ts'
import type { LimitedResource } from '#server/admission/plugins/quota/limited-resources.ts'
import type { QuotaScope } from '#server/admission/plugins/quota/quota-scopes.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'
import { listAt, requireKind, strictObject, textAt, textsAt } from './strict-object.ts'

/** Reads the configuration of ResourceQuota. @throws AdmissionConfigError [ADP4] */
export function readLimitedResources(value: Json): readonly LimitedResource[] {
  const kind = isObject(value) && value['kind'] === 'Configuration' ? 'Configuration' : 'ResourceQuotaConfiguration'
  const group = kind === 'Configuration' ? 'resourcequota.admission' : 'apiserver'
  requireKind(value, { group, versions: ['v1', 'v1beta1', 'v1alpha1'], kind })
  const root = strictObject(value, '', ['apiVersion', 'kind', 'limitedResources'])
  return listAt(root, 'limitedResources', 'limitedResources').map((each, at) =>
    readLimited(each, `limitedResources[${at}]`),
  )
}

function readLimited(value: Json, path: string): LimitedResource {
  const limited = strictObject(value, path, ['apiGroup', 'resource', 'matchContains', 'matchScopes'])
  const resource = textAt(limited, 'resource', `${path}.resource`)
  if (resource === '') throw new AdmissionConfigError(`${path}.resource: Required value`)
  return {
    group: textAt(limited, 'apiGroup', `${path}.apiGroup`),
    resource,
    matchContains: textsAt(limited, 'matchContains', `${path}.matchContains`),
    matchScopes: listAt(limited, 'matchScopes', `${path}.matchScopes`).map((scope, at) => {
      const at2 = `${path}.matchScopes[${at}]`
      const read = strictObject(scope, at2, ['scopeName', 'operator', 'values'])
      return {
        name: textAt(read, 'scopeName', `${at2}.scopeName`),
        operator: textAt(read, 'operator', `${at2}.operator`),
        values: textsAt(read, 'values', `${at2}.values`),
      } satisfies QuotaScope
    }),
  }
}
