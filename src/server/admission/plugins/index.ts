import type { AdmissionPlugin } from '../plugin.ts'
import { claimResize } from './claim-resize.ts'
import { defaultIngressClass } from './default-ingress-class.ts'
import { defaultStorageClass } from './default-storage-class.ts'
import { defaultTolerationSeconds } from './default-toleration-seconds.ts'
import { limitRanger } from './limit-ranger.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { podSecurity } from './pod-security.ts'
import { priority } from './priority.ts'
import { resourceQuota } from './resource-quota.ts'
import { runtimeClass } from './runtime-class.ts'

/**
 * Returns the plugins in the order in which they run. `dynamic` are webhooks and policies; `enabled` are plugins that
 * are off by default and were enabled.
 */
export const admissionPlugins = (
  dynamic: readonly AdmissionPlugin[],
  enabled: readonly AdmissionPlugin[] = [],
): readonly AdmissionPlugin[] => [
  namespaceLifecycle,
  limitRanger,
  ...enabled,
  podSecurity,
  priority,
  defaultTolerationSeconds,
  defaultStorageClass,
  claimResize,
  runtimeClass,
  defaultIngressClass,
  ...dynamic,
  // Last, so that only requests that all other plugins allow are counted.
  resourceQuota,
]
