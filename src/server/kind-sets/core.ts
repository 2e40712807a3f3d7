import { eventRateLimit } from '#server/admission/plugins/optional/event-rate-limit.ts'
import { namespaceExists } from '#server/admission/plugins/optional/namespace-exists.ts'
import { namespaceLifecycle } from '#server/admission/plugins/namespace-lifecycle.ts'
import { core as definitions } from '#server/resources/sets/core.ts'
import type { KindSet } from './kind-set.ts'

export const core: KindSet = {
  definitions,
  plugins: [
    () => namespaceLifecycle,
    () => namespaceExists,
    ({ clock }, { eventLimits = [] }) => eventRateLimit(eventLimits, clock),
  ],
}
