import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { bindPod } from '#server/resources/core/pods/binding.ts'

/**
 * core/v1 Binding: the `binding` subresource of a pod, with the name of the pod in the body. Nothing is stored. [POD65]
 */
export const bindings: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'bindings',
  singular: 'binding',
  kind: 'Binding',
  namespaced: true,
  verbs: ['create'],
  schema: coreV1.schema('Binding'),
  strategy: { validate: () => [], validateUpdate: () => [], validateName: () => [] },
  columns: [],
  virtual: { parent: { group: '', resource: 'pods' }, run: bindPod },
}
