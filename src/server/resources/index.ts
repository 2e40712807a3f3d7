import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { inDiscoveryOrder } from './discovery-order.ts'
import { core } from './sets/core.ts'
import { infrastructure } from './sets/infrastructure.ts'
import { policy } from './sets/policy.ts'
import { workloads } from './sets/workloads.ts'

/** Every built-in resource type, in the order in which discovery lists them. */
export const resourceDefinitions: readonly ResourceDefinition[] = inDiscoveryOrder([
  ...core,
  ...workloads,
  ...policy,
  ...infrastructure,
])
