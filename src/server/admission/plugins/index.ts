import type { AdmissionPlugin } from '../plugin.ts'
import { defaultTolerationSeconds } from './default-toleration-seconds.ts'
import { limitRanger } from './limit-ranger.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { priority } from './priority.ts'

/** The plugins in the order in which they run. */
export const admissionPlugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  limitRanger,
  priority,
  defaultTolerationSeconds,
]
