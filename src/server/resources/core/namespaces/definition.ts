import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Namespace } from '#server/kinds/types/core-v1.ts'
import { finalizeStrategy, statusStrategy, strategy } from './strategy.ts'

const phase = (object: ApiObject): string => (object as Namespace).status?.phase ?? ''

/** core/v1 Namespace: a scope for names, whose removal waits until `spec.finalizers` is empty. [NS1] */
export const namespaces: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  singular: 'namespace',
  kind: 'Namespace',
  namespaced: false,
  isNamespace: true,
  shortNames: ['ns'],
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  schema: coreV1.schema('Namespace'),
  strategy,
  subresources: [
    { type: 'view', name: 'finalize', verbs: ['update'], strategy: finalizeStrategy },
    { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy },
  ],
  columns: [
    nameColumn,
    kindColumn<Namespace>('Status', 'Active, or Terminating during its deletion.', phase),
    ageColumn,
  ],
  selectableFields: { 'status.phase': phase },
}
