import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { endpoints } from './endpoints/endpoints-controller.ts'
import { endpointSlices } from './endpointslice/endpointslice-controller.ts'
import { jobs } from './job/job-controller.ts'
import { nodeLifecycle } from './node-lifecycle/node-lifecycle-controller.ts'
import { taintEviction } from './node-lifecycle/taint-eviction.ts'
import { podGarbage } from './pod-gc/pod-gc-controller.ts'
import { nodeTtl } from './ttl/ttl-controller.ts'
import { ttlAfterFinished } from './ttl-after-finished/ttl-after-finished-controller.ts'
import { cronJobs } from './cronjob/cronjob-controller.ts'
import { disruption } from './disruption/disruption-controller.ts'
import { endpointSliceMirroring } from './endpointslice-mirroring/mirroring-controller.ts'
import { horizontalAutoscaling } from './horizontal-autoscaling/autoscaling-controller.ts'
import { tokenSecrets } from './service-account-tokens/token-secrets.ts'
import { volumeBinder } from './volume-binder/volume-binder.ts'
import { daemonSets } from './daemonset/daemonset-controller.ts'
import { statefulSets } from './statefulset/statefulset-controller.ts'
import {
  certificateApproving,
  certificateCleaning,
  certificateSigning,
} from './certificates/certificate-controllers.ts'
import { deployments } from './deployment/deployment-controller.ts'
import { replicaSets, replicationControllers } from './replicaset/replicaset-controller.ts'
import { scheduler } from './scheduler/scheduler.ts'
import { createInformers } from './shared/informers.ts'
import { type LoopDefinition, startLoop } from './shared/life-loop.ts'
import { type SimulatedNodes, startSimulatedNodes } from './simulated-nodes/simulated-nodes.ts'

/** The loops of a controller manager and the scheduler, by name. */
const loops: readonly LoopDefinition[] = [
  deployments,
  replicaSets,
  replicationControllers,
  statefulSets,
  daemonSets,
  jobs,
  cronJobs,
  ttlAfterFinished,
  endpointSlices,
  endpoints,
  endpointSliceMirroring,
  disruption,
  volumeBinder,
  horizontalAutoscaling,
  tokenSecrets,
  certificateApproving,
  certificateSigning,
  certificateCleaning,
  nodeLifecycle,
  taintEviction,
  nodeTtl,
  podGarbage,
  scheduler,
]

export const loopNames: readonly string[] = loops.map(({ name }) => name)

/** Running loops and simulated nodes, which share one watch per collection. */
export interface ControllerManager {
  /** The loops, the nodes together, and each node and stage. */
  controllers(): readonly Controller[]
  readonly nodes: SimulatedNodes
  stop(): void
}

/** Starts the loops that `runs` selects, and a place for simulated nodes, which has none at first. */
export function startControllerManager(
  host: ControllerHost,
  runs: (name: string) => boolean,
  stages?: string,
): ControllerManager {
  const informers = createInformers(host)
  const started = loops.filter(({ name }) => runs(name)).map((loop) => startLoop(host, informers, loop))
  const nodes = startSimulatedNodes(host, informers, stages)
  return {
    controllers: () => [...started, nodes, ...nodes.parts()],
    nodes,
    stop() {
      for (const controller of [...started, nodes]) controller.stop()
      informers.stop()
    },
  }
}
