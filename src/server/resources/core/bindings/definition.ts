import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'
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
  schema: structSchema('core.v1.Binding'),
  strategy: { validate: () => [], validateUpdate: () => [], validateName: () => [] },
  columns: [],
  virtual: { parent: { group: '', resource: 'pods' }, run: bindPod },
}
