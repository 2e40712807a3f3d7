import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'
import { bindPod } from '../pods/binding.ts'

/** core/v1 Binding: a pod's `binding` with the pod's name in the body. Nothing is stored. [POD65] */
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
