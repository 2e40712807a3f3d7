import { limitRanger } from '#server/admission/plugins/limit-ranger.ts'
import { resourceQuota } from '#server/admission/plugins/quota/resource-quota.ts'
import { policy as definitions } from '#server/resources/sets/policy.ts'
import type { KindSet } from './kind-set.ts'

/** The plugins of admission policies and webhooks are in every server: their code is loaded with the first such object. */
export const policy: KindSet = {
  definitions,
  plugins: [() => limitRanger, (_ports, { limitedResources = [] }) => resourceQuota(limitedResources)],
}
