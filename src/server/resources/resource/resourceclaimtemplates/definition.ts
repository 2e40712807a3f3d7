import type { FieldError } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { defaultClaim, dropFromClaim } from '#server/resources/parts/devices/defaults.ts'
import { validateAdminAccess } from '#server/resources/parts/devices/admin-access.ts'
import { validateDeviceClaim } from '#server/resources/parts/devices/requests.ts'
import { immutableAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'
import { validateTemplateMetadata } from '#server/resources/parts/pod-spec/volumes/claim-templates.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ResourceClaimTemplate } from '#server/kinds/types/resource-v1.ts'

const devicesOf = ({ spec }: ResourceClaimTemplate) => spec?.spec?.devices

const validate = (next: ResourceClaimTemplate): readonly FieldError[] => [
  ...validateTemplateMetadata(next.spec?.metadata ?? {}, 'spec.metadata'),
  ...validateDeviceClaim(devicesOf(next) ?? {}, 'spec.spec.devices'),
]

/** The spec of a template is immutable. [DRA5] */
const strategy: Strategy<ResourceClaimTemplate> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  default: (next) => defaultClaim(devicesOf(next)),
  prepareForCreate: (next) => dropFromClaim(devicesOf(next)),
  validate,
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
    ...validate(next),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...immutableAs('resource.v1.ResourceClaimTemplateSpec', next.spec, live.spec, 'spec'),
    ...validate(next),
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
  schema: structSchema('resource.v1.ResourceClaimTemplate'),
  strategy,
  returnsDeletedObject: true,
  columns: [nameColumn, ageColumn],
}
