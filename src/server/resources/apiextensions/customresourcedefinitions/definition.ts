import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { apiextensionsV1 } from '#server/kinds/schemas/apiextensions-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { createdAtColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** apiextensions.orch.io/v1 CustomResourceDefinition: a resource type that users add. [CRD1] */
export const customresourcedefinitions: ResourceDefinition = {
  group: 'apiextensions.orch.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  shownKey: 'apiextensions.orch.io/customresourcedefinitions',
  singular: 'customresourcedefinition',
  kind: 'CustomResourceDefinition',
  namespaced: false,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  verbs: storedVerbs,
  schema: apiextensionsV1.schema('CustomResourceDefinition'),
  strategy,
  returnsDeletedObject: true,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [nameColumn, { ...createdAtColumn, cell: ({ metadata }) => metadata.creationTimestamp ?? '' }],
}
