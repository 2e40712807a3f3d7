import { dns1123SubdomainName } from '#api/names.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { defaultClaim, dropFromClaim } from '#server/resources/parts/devices/defaults.ts'
import { validateAdminAccess } from '#server/resources/parts/devices/admin-access.ts'
import { immutableAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { resourceV1 } from '#server/kinds/schemas/resource-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ResourceClaimTemplate } from '#server/kinds/types/resource-v1.ts'
import { validateMetadataAgain } from '#server/resources/parts/validate-again.ts'

const devicesOf = ({ spec }: ResourceClaimTemplate) => spec?.spec?.devices

const rules = onDemand(() => import('./validation.ts'))

const metadataRules = { namespaced: true, validateName: dns1123SubdomainName }

/** The spec of a template is immutable. [DRA5] */
const strategy: Strategy<ResourceClaimTemplate> = {
  load: rules.load,
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  default: (next) => defaultClaim(devicesOf(next)),
  prepareForCreate: (next) => dropFromClaim(devicesOf(next)),
  validate: (next) => rules.loaded().validate(next),
  validateInNamespace: async (next, live, labels) =>
    live === null
      ? validateAdminAccess(
          (devicesOf(next)?.requests ?? []).map(({ exactly }) => exactly?.adminAccess),
          'spec.devices.requests',
          labels,
        )
      : [],
  prepareForUpdate: (next) => dropFromClaim(devicesOf(next)),
  validateUpdate: (next, live) => [
    ...validateMetadataAgain(next, metadataRules),
    ...rules.loaded().validate(next),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...immutableAs('resource.v1.ResourceClaimTemplateSpec', next.spec, live.spec, 'spec'),
    ...rules.loaded().validate(next),
  ],
}

/** resource.orch.io/v1 ResourceClaimTemplate: a claim for each of many pods. [DRA5] */
export const resourceclaimtemplates: ResourceDefinition = {
  group: 'resource.orch.io',
  version: 'v1',
  resource: 'resourceclaimtemplates',
  singular: 'resourceclaimtemplate',
  kind: 'ResourceClaimTemplate',
  namespaced: true,
  verbs: storedVerbs,
  schema: resourceV1.schema('ResourceClaimTemplate'),
  strategy,
  returnsDeletedObject: true,
  columns: [nameColumn, ageColumn],
}
