import { dns1123SubdomainName } from '#api/names.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { resourceV1 } from '#server/kinds/schemas/resource-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { DeviceClass } from '#server/kinds/types/resource-v1.ts'

const rules = onDemand(() => import('./validation.ts'))

const strategy: Strategy<DeviceClass> = {
  load: rules.load,
  validateName: dns1123SubdomainName,
  prepareForCreate(next) {
    delete next.spec?.extendedResourceName
    startGeneration(next)
  },
  validate: (next) => rules.loaded().validate(next),
  prepareForUpdate(next, live) {
    delete next.spec?.extendedResourceName
    countSpecChange(next, live)
  },
  // The reference validates an update twice.
  metadataOnUpdate: 'whole',
  validateUpdate: (next) => [...rules.loaded().validate(next), ...rules.loaded().validate(next)],
}

/** resource.orch.io/v1 DeviceClass: selects devices of one type. [DRA3] */
export const deviceclasses: ResourceDefinition = {
  group: 'resource.orch.io',
  version: 'v1',
  resource: 'deviceclasses',
  singular: 'deviceclass',
  kind: 'DeviceClass',
  namespaced: false,
  verbs: storedVerbs,
  schema: resourceV1.schema('DeviceClass'),
  strategy,
  returnsDeletedObject: true,
  columns: [nameColumn, ageColumn],
}
