import type { Fact } from '#facts/fact.ts'
import type { FeatureGates } from '#server/features/feature-gates.ts'
import type { AdmissionChain } from '#server/admission/chain/chain.ts'
import type { Aggregation } from '#server/aggregation/aggregation.ts'
import type { Access } from '#server/auth/access.ts'
import type { Registry } from '#server/registry/registry.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ContinueTokens } from '#server/endpoints/options/continue-tokens.ts'
import type { MessageCache } from './message-cache.ts'
import type { OpenWatches } from './open-watches.ts'

/** The parts of a server that all requests share. */
export interface ServerContext {
  readonly registry: Registry
  /** A function, because custom resource definitions change the table. */
  readonly resources: () => ResourceTable
  readonly admission: AdmissionChain
  readonly access: Access
  readonly features: FeatureGates
  /** The group versions of other servers. */
  readonly aggregation: Aggregation
  readonly report: (fact: Fact) => void
  readonly watches: OpenWatches
  readonly tokens: ContinueTokens
  readonly messages: MessageCache
  /** A monotonic clock in fractional milliseconds. */
  readonly monotonicMs: () => number
}
