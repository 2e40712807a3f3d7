import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { core } from './core.ts'
import { customresourcedefinitions } from './customresourcedefinitions/definition.ts'
import { policy } from './policy.ts'
import { workloads } from './workloads.ts'

/** Every built-in resource type. Order is of no meaning: discovery sorts. */
export const resourceDefinitions: readonly ResourceDefinition[] = [
  ...core,
  ...policy,
  ...workloads,
  customresourcedefinitions,
]
