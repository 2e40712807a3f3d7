import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { definitions } from './generated.ts'
import { compareGroups } from './group-priorities.ts'

/** Every built-in resource type, in the order in which discovery lists groups. */
export const resourceDefinitions: readonly ResourceDefinition[] = definitions.toSorted((a, b) =>
  compareGroups(a.group, b.group),
)
