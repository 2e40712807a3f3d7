import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { controllerrevisions } from './controllerrevisions/definition.ts'
import { cronjobs } from './cronjobs/definition.ts'
import { daemonsets } from './daemonsets/definition.ts'
import { deployments } from './deployments/definition.ts'
import { horizontalpodautoscalers } from './horizontalpodautoscalers/definition.ts'
import { horizontalpodautoscalersV1 } from './horizontalpodautoscalers/v1-definition.ts'
import { jobs } from './jobs/definition.ts'
import { poddisruptionbudgets } from './poddisruptionbudgets/definition.ts'
import { bindings } from './pods/bindings.ts'
import { pods } from './pods/definition.ts'
import { podtemplates } from './podtemplates/definition.ts'
import { replicasets } from './replicasets/definition.ts'
import { replicationcontrollers } from './replicationcontrollers/definition.ts'
import { statefulsets } from './statefulsets/definition.ts'

/** Pods, what keeps them running, and what limits that. */
export const workloads: readonly ResourceDefinition[] = [
  bindings,
  controllerrevisions,
  cronjobs,
  daemonsets,
  deployments,
  horizontalpodautoscalers,
  horizontalpodautoscalersV1,
  jobs,
  poddisruptionbudgets,
  pods,
  podtemplates,
  replicasets,
  replicationcontrollers,
  statefulsets,
]
