import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { core } from './core.ts'
import { customresourcedefinitions } from './customresourcedefinitions/definition.ts'
import { compareGroups } from './group-priorities.ts'
import { infrastructure } from './infrastructure.ts'
import { policy } from './policy.ts'
import { workloads } from './workloads.ts'

/** Every built-in resource type, in the order of groups that discovery shows. */
export const resourceDefinitions: readonly ResourceDefinition[] = [
  ...core,
  ...infrastructure,
  ...policy,
  ...workloads,
  customresourcedefinitions,
].toSorted((a, b) => compareGroups(a.group, b.group))
