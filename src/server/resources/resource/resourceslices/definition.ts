import { dns1123SubdomainName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { resourceV1 } from '#server/kinds/schemas/resource-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ResourceSlice, ResourceSliceSpec } from '#server/kinds/types/resource-v1.ts'
import { validate } from './validation.ts'

const specOf = (object: ApiObject): ResourceSliceSpec => (object as ResourceSlice).spec ?? {}

/** Drops fields of disabled features. [DRA4] */
function dropDisabled({ spec }: ResourceSlice): void {
  delete spec?.perDeviceNodeSelection
  delete spec?.sharedCounters
  for (const device of spec?.devices ?? []) {
    for (const field of [
      'consumesCounters',
      'nodeName',
      'nodeSelector',
      'allNodes',
      'taints',
      'bindsToNode',
      'bindingConditions',
      'bindingFailureConditions',
      'allowMultipleAllocations',
    ] as const)
      delete device[field]
    for (const capacity of Object.values(device.capacity ?? {})) delete capacity.requestPolicy
  }
}

const strategy: Strategy<ResourceSlice> = {
  validateName: dns1123SubdomainName,
  prepareForCreate(next) {
    dropDisabled(next)
    startGeneration(next)
  },
  validate: (next) => validate(next, null),
  prepareForUpdate(next, live) {
    dropDisabled(next)
    countSpecChange(next, live)
  },
  validateUpdate: validate,
}

/** resource.orch.io/v1 ResourceSlice: the available devices of a driver. [DRA6] */
export const resourceslices: ResourceDefinition = {
  group: 'resource.orch.io',
  version: 'v1',
  resource: 'resourceslices',
  singular: 'resourceslice',
  kind: 'ResourceSlice',
  namespaced: false,
  verbs: storedVerbs,
  schema: resourceV1.schema('ResourceSlice'),
  strategy,
  returnsDeletedObject: true,
  selectableFields: {
    'spec.driver': (object) => specOf(object).driver ?? '',
    'spec.nodeName': (object) => specOf(object).nodeName ?? '',
  },
  unknownFieldText: (label) => `field label not supported for resource.orch.io/v1, Kind=ResourceSlice: ${label}`,
  columns: [
    nameColumn,
    kindColumn<ResourceSlice>('Node', 'The name of the node.', ({ spec }) => spec?.nodeName ?? ''),
    kindColumn<ResourceSlice>('Driver', 'The name of the driver.', ({ spec }) => spec?.driver ?? ''),
    kindColumn<ResourceSlice>('Pool', 'The name of the pool.', ({ spec }) => spec?.pool?.name ?? ''),
    ageColumn,
  ],
}
