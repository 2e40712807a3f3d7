import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { compareGroups } from './group-priorities.ts'

/** Sorts types as discovery lists them: by group, then by name. The preferred version of a type comes first in its set. */
export const inDiscoveryOrder = (definitions: readonly ResourceDefinition[]): readonly ResourceDefinition[] =>
  definitions.toSorted(
    (a, b) => compareGroups(a.group, b.group) || (a.resource < b.resource ? -1 : Number(a.resource > b.resource)),
  )
