import type { FieldError } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { listMax, validateConfiguration, validateSelectors } from '#server/resources/parts/devices/configuration.ts'
import { validateItems } from '#server/resources/parts/devices/lists.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { DeviceClass } from '#server/kinds/types/resource-v1.ts'

/** [DRA3] */
const validate = ({ spec = {} }: DeviceClass): readonly FieldError[] => [
  ...validateSelectors(spec.selectors ?? [], 'spec.selectors'),
  ...validateItems(spec.config ?? [], { max: listMax, check: validateConfiguration }, 'spec.config'),
]

const strategy: Strategy<DeviceClass> = {
  validateName: dns1123SubdomainName,
  prepareForCreate(next) {
    delete next.spec?.extendedResourceName
    startGeneration(next)
  },
  validate,
  prepareForUpdate(next, live) {
    delete next.spec?.extendedResourceName
    countSpecChange(next, live)
  },
  // The reference validates an update twice.
  metadataOnUpdate: 'whole',
  validateUpdate: (next) => [...validate(next), ...validate(next)],
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
  schema: structSchema('resource.v1.DeviceClass'),
  strategy,
  returnsDeletedObject: true,
  columns: [nameColumn, ageColumn],
}
