/** The sets of kinds from which a server is put together. docs/library/kinds.md */
import type { KindSet } from './orchard-server.ts'
import { core as coreKinds } from './sets/core.ts'
import { infrastructure as infrastructureKinds } from './sets/infrastructure.ts'
import { policy as policyKinds } from './sets/policy.ts'
import { workloads as workloadKinds } from './sets/workloads.ts'

export type { KindSet } from './orchard-server.ts'

/** Namespaces, ConfigMaps, Secrets, ServiceAccounts, Events, and definitions of further kinds. Every server has it. */
export const core: KindSet = coreKinds
/** Pods, what creates them and what reaches them: `apps`, `batch`, `autoscaling`, `policy`, Services, `networking`. */
export const workloads: KindSet = workloadKinds
/** Roles, reviews, admission policies, quotas, certificates, flow control. */
export const policy: KindSet = policyKinds
/** Nodes, storage, devices, priority and runtime classes, leases, aggregated servers. */
export const infrastructure: KindSet = infrastructureKinds
