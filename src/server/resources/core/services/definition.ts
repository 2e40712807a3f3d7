import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { endpoints } from '#server/resources/core/endpoints/definition.ts'
import { allocator } from './allocator.ts'
import { columns } from './columns.ts'
import { specOf } from './service-type.ts'
import { proxy } from './proxy.ts'
import { statusStrategy, strategy } from './strategy.ts'

const text =
  (field: 'clusterIP' | 'type') =>
  (object: ApiObject): string => {
    const spec: ServiceSpec = specOf(object as Service)
    return spec[field] ?? ''
  }

/** core/v1 Service. [SVC1] */
export const services: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'services',
  shownKey: 'services/specs',
  singular: 'service',
  kind: 'Service',
  namespaced: true,
  shortNames: ['svc'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: coreV1.schema('Service'),
  strategy,
  subresources: [proxy, { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
  selectableFields: { 'spec.clusterIP': text('clusterIP'), 'spec.type': text('type') },
  returnsDeletedObject: true,
  companion: endpoints,
  allocator,
}
