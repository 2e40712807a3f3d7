import { pathSegmentNameOrPrefix } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ComponentCondition, ComponentStatus } from '#server/kinds/types/core-v1.ts'

const healthOf = ({ conditions = [] }: ComponentStatus): ComponentCondition | undefined =>
  conditions.find(({ type }) => type === 'Healthy')

function statusText(component: ComponentStatus): string {
  const health = healthOf(component)
  if (health === undefined) return 'Unknown'
  return health.status === 'True' ? 'Healthy' : 'Unhealthy'
}

const component = (name: string, fault: string | null): ComponentStatus => ({
  metadata: { name },
  conditions: [{ type: 'Healthy', status: fault === null ? 'True' : 'False', message: fault ?? 'ok' }],
})

/**
 * core/v1 ComponentStatus. Read-only and not stored: each read checks the store. No scheduler or controller manager
 * runs beside this server. [CS1]
 */
export const componentstatuses: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'componentstatuses',
  singular: 'componentstatus',
  kind: 'ComponentStatus',
  namespaced: false,
  shortNames: ['cs'],
  verbs: ['get', 'list'],
  computed: (storeFault) => [
    component('controller-manager', 'connection refused: no controller manager runs beside this server'),
    component('scheduler', 'connection refused: no scheduler runs beside this server'),
    component('etcd-0', storeFault),
  ],
  schema: coreV1.schema('ComponentStatus'),
  strategy: { validateName: pathSegmentNameOrPrefix, validate: () => [], validateUpdate: () => [] },
  columns: [
    nameColumn,
    kindColumn<ComponentStatus>('Status', 'Healthy or Unhealthy.', statusText),
    kindColumn<ComponentStatus>('Message', 'The message of the health check.', (each) => healthOf(each)?.message ?? ''),
    kindColumn<ComponentStatus>('Error', 'The error of the health check.', (each) => healthOf(each)?.error ?? ''),
  ],
  deprecationWarning: 'v1 ComponentStatus is deprecated in v1.19+',
}
