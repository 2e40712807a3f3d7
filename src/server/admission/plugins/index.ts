import type { AdmissionPlugin } from '../plugin.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'

/** The plugins in the order in which they run. */
export const admissionPlugins: readonly AdmissionPlugin[] = [namespaceLifecycle]
