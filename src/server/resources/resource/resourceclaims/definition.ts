import { dns1123SubdomainName } from '#api/names.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import { defaultClaim, dropFromClaim } from '#server/resources/parts/devices/defaults.ts'
import { validateAdminAccess } from '#server/resources/parts/devices/admin-access.ts'
import { immutableAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { resourceV1 } from '#server/kinds/schemas/resource-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ResourceClaim } from '#server/kinds/types/resource-v1.ts'
import { keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { validateMetadataAgain } from '#server/resources/parts/validate-again.ts'

const rules = onDemand(() => import('./validation.ts'))

const metadataRules = { namespaced: true, validateName: dns1123SubdomainName }

/** The spec is immutable; the allocation is in the status. [DRA5] */
const strategy: Strategy<ResourceClaim> = {
  load: rules.load,
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  default: ({ spec }) => defaultClaim(spec?.devices),
  prepareForCreate(next) {
    delete next.status
    dropFromClaim(next.spec?.devices)
  },
  validate: (next) => rules.loaded().validate(next),
  validateInNamespace: async ({ spec }, live, labels) =>
    live === null
      ? validateAdminAccess(
          (spec?.devices?.requests ?? []).map(({ exactly }) => exactly?.adminAccess),
          'spec.devices.requests',
          labels,
        )
      : [],
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropFromClaim(next.spec?.devices)
  },
  validateUpdate: (next, live) => [
    ...validateMetadataAgain(next, metadataRules),
    ...rules.loaded().validate(next),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...immutableAs('resource.v1.ResourceClaimSpec', next.spec, live.spec, 'spec'),
    ...rules.loaded().validate(next),
  ],
}

const statusStrategy: Strategy<ResourceClaim> = {
  ...strategy,
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    keepMetadata(next, live)
    // Device statuses are dropped when the claim is deallocated.
    if (next.status?.allocation === undefined && live.status?.allocation !== undefined) delete next.status?.devices
  },
  validateUpdate: (next, live) => [
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...rules.loaded().validateStatus(next, live),
  ],
  validateInNamespace: async ({ status }, live, labels) =>
    (live?.status?.allocation?.devices?.results ?? []).some(({ adminAccess }) => adminAccess === true)
      ? []
      : validateAdminAccess(
          (status?.allocation?.devices?.results ?? []).map(({ adminAccess }) => adminAccess),
          'status.allocation.devices.results',
          labels,
        ),
  resetFields: [['metadata'], ['spec']],
}

/** [DRA8] */
function state({ metadata, status }: ResourceClaim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined
  const isReserved = (status?.reservedFor ?? []).length > 0
  const words =
    status?.allocation === undefined
      ? isDeleted
        ? []
        : ['pending']
      : ['allocated', ...(isReserved ? ['reserved'] : [])]
  return [...(isDeleted ? ['deleted'] : []), ...words].join(',')
}

/** resource.orch.io/v1 ResourceClaim: requests devices. No scheduler here allocates them. [DRA1] */
export const resourceclaims: ResourceDefinition = {
  group: 'resource.orch.io',
  version: 'v1',
  resource: 'resourceclaims',
  singular: 'resourceclaim',
  kind: 'ResourceClaim',
  namespaced: true,
  verbs: storedVerbs,
  schema: resourceV1.schema('ResourceClaim'),
  strategy,
  returnsDeletedObject: true,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<ResourceClaim>('State', 'The state of the claim: pending, allocated, reserved or deleted.', state),
    ageColumn,
  ],
}
