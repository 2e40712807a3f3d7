import type { ResourceDefinition, VirtualResource } from '#server/registry/resource-definition.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'

interface Review {
  readonly group: 'authentication' | 'authorization'
  readonly kind: string
  readonly namespaced?: boolean
  readonly run: VirtualResource['run']
}

/** Returns the definition of a virtual resource, which is only created and never stored. [AC16] */
export const review = ({ group, kind, namespaced = false, run }: Review): ResourceDefinition => ({
  group: `${group}.orch.io`,
  version: 'v1',
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  kind,
  namespaced,
  verbs: ['create'],
  schema: structSchema(`${group}.v1.${kind}`),
  strategy: { validate: () => [], validateUpdate: () => [], validateName: () => [] },
  columns: [],
  virtual: { run },
})
