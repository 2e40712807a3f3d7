import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { deployments } from './deployments/definition.ts'
import { pods } from './pods/definition.ts'

/** Pods, what keeps them running, and what limits that. */
export const workloads: readonly ResourceDefinition[] = [pods, deployments]
