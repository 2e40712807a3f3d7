/** The sets of kinds from which a server is put together. docs/library/kinds.md */
import type { KindSet } from './orchard-server.js'
export type { KindSet } from './orchard-server.js'
/** Namespaces, ConfigMaps, Secrets, ServiceAccounts, Events, and definitions of further kinds. Every server has it. */
export declare const core: KindSet
/** Pods, what creates them and what reaches them: `apps`, `batch`, `autoscaling`, `policy`, Services, `networking`. */
export declare const workloads: KindSet
/** Roles, reviews, admission policies, quotas, certificates, flow control. */
export declare const policy: KindSet
/** Nodes, storage, devices, priority and runtime classes, leases, aggregated servers. */
export declare const infrastructure: KindSet
