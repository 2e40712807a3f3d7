import type { LifeStatus } from '#facts/debug-api.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { type ControllerManager, loopNames, startControllerManager } from './controllers/controller-manager.ts'
import type { SimulatedNodes } from './controllers/simulated-nodes/simulated-nodes.ts'

export interface LifeOptions {
  /** Selects loops, the scheduler among them, by name. */
  readonly runs: (name: string) => boolean
  /** The number of simulated nodes at the start. Default: none. */
  readonly nodes?: number | undefined
  /** The stages of pods on simulated nodes, as YAML. Default: those that bring pods up and end them. */
  readonly stages?: string | undefined
}

/** The loops of a controller manager, the scheduler and simulated nodes, which can start and stop while a server runs. */
export interface Life {
  status(): LifeStatus
  readonly nodes: SimulatedNodes | null
  controllers(): readonly Controller[]
  /** Starts what the options select, unless it runs, and adds nodes up to their number. */
  start(options: LifeOptions): Promise<void>
  /** Stops all loops and nodes. Their objects remain. */
  stop(): void
}

/** Creates the life of a server, with nothing that runs. [LC98] [LC99] */
export function createLife(host: ControllerHost): Life {
  let manager: ControllerManager | null = null
  let nodeCount = 0
  return {
    status: () => ({ running: manager !== null, nodes: manager === null ? 0 : nodeCount }),
    get nodes() {
      return manager?.nodes ?? null
    },
    controllers: () => manager?.controllers ?? [],
    async start({ runs, nodes = 0, stages }) {
      if (manager === null && nodes === 0 && stages === undefined && !loopNames.some(runs)) return
      if (manager === null) nodeCount = 0
      manager ??= startControllerManager(host, runs, stages)
      const { nodes: kubelets } = manager
      const missing = Array.from({ length: Math.max(0, nodes - nodeCount) }, (_, at) => `node-${nodeCount + at + 1}`)
      nodeCount += missing.length
      await Promise.all(missing.map((name) => kubelets.add({ name })))
    },
    stop() {
      manager?.stop()
      manager = null
    },
  }
}
