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
import { ephemeralVolumes } from './ephemeral-volumes/ephemeral-volume-controller.ts'
import { resourceClaims } from './resource-claims/resource-claim-controller.ts'
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
import { type LoopName, loopNames } from './loop-names.ts'
import { scheduler } from './scheduler/scheduler.ts'
import { createInformers } from './shared/informers.ts'
import { type LoopDefinition, startLoop } from './shared/life-loop.ts'
import { type SimulatedNodes, startSimulatedNodes } from './simulated-nodes/simulated-nodes.ts'

const loops: Readonly<Record<LoopName, LoopDefinition>> = {
  deployment: deployments,
  replicaset: replicaSets,
  replicationcontroller: replicationControllers,
  statefulset: statefulSets,
  daemonset: daemonSets,
  job: jobs,
  cronjob: cronJobs,
  'ttl-after-finished': ttlAfterFinished,
  'endpointslice-controller': endpointSlices,
  'endpoints-controller': endpoints,
  'endpointslice-mirroring-controller': endpointSliceMirroring,
  disruption,
  'persistentvolume-binder-controller': volumeBinder,
  'ephemeral-volume-controller': ephemeralVolumes,
  'resourceclaim-controller': resourceClaims,
  'horizontal-pod-autoscaler-controller': horizontalAutoscaling,
  'serviceaccount-token': tokenSecrets,
  'certificatesigningrequest-approving-controller': certificateApproving,
  'certificatesigningrequest-signing-controller': certificateSigning,
  'certificatesigningrequest-cleaner-controller': certificateCleaning,
  'node-lifecycle': nodeLifecycle,
  'taint-eviction-controller': taintEviction,
  ttl: nodeTtl,
  'pod-garbage-collector-controller': podGarbage,
  scheduler,
}

/** Running loops and simulated nodes, which share one watch per collection. */
export interface ControllerManager {
  /** The loops, the nodes together, and each node and stage. */
  controllers(): readonly Controller[]
  readonly nodes: SimulatedNodes
  stop(): void
}

/** Running loops that share one watch per collection. */
export interface LoopGroup {
  readonly loops: readonly Controller[]
  stop(): void
}

/** Starts the loops that `runs` selects, with watches of their own. */
export function startLoopGroup(host: ControllerHost, runs: (name: LoopName) => boolean): LoopGroup {
  const informers = createInformers(host)
  const started = loopNames.filter(runs).map((name) => startLoop(host, informers, loops[name]))
  return {
    loops: started,
    stop() {
      for (const loop of started) loop.stop()
      informers.stop()
    },
  }
}

/** Starts the loops that `runs` selects, and a place for simulated nodes, which has none at first. */
export function startControllerManager(
  host: ControllerHost,
  runs: (name: LoopName) => boolean,
  stages?: string,
): ControllerManager {
  const informers = createInformers(host)
  const started = loopNames.filter(runs).map((name) => startLoop(host, informers, loops[name]))
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
