import type { ResourceDefinition, VirtualResource } from '#server/registry/resource-definition.ts'
import type { GroupTypes } from '#server/kinds/group-types.ts'

interface Review {
  readonly group: 'authentication' | 'authorization'
  /** The versions of the group that have the kind. The first of them is served. */
  readonly types: readonly [GroupTypes, ...GroupTypes[]]
  readonly kind: string
  readonly namespaced?: boolean
  readonly run: VirtualResource['run']
}

/** Returns the definition of a virtual resource, which is only created and never stored. [AC16] */
export const review = ({ group, types, kind, namespaced = false, run }: Review): ResourceDefinition => ({
  group: `${group}.orch.io`,
  version: 'v1',
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  kind,
  namespaced,
  verbs: ['create'],
  schema: types[0].schema(kind),
  strategy: { validate: () => [], validateUpdate: () => [], validateName: () => [] },
  columns: [],
  virtual: { run },
})
