import type { LifeStatus } from '#facts/debug-api.ts'
import type { SchedulingDecision } from '#facts/scheduling.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import type { ControllerManager, startControllerManager } from './controllers/controller-manager.ts'
import { loopNames } from './controllers/loop-names.ts'
import { declareLife, declareStages, followDeclaration } from './controllers/simulated-nodes/declaration.ts'
import type { SimulatedNodes } from './controllers/simulated-nodes/simulated-nodes.ts'

export interface LifeOptions {
  /** Selects loops, the scheduler among them, by name. */
  readonly runs: (name: string) => boolean
  /** The number of simulated nodes at the start. Default: none. */
  readonly nodes?: number | undefined
  /** The stages of pods on simulated nodes, as YAML. Default: those that bring pods up and end them. */
  readonly stages?: string | undefined
  readonly pickNode?: ControllerHost['pickNode']
}

/** The loops of a controller manager, the scheduler and simulated nodes, which can start and stop while a server runs. */
export interface Life {
  status(): LifeStatus
  readonly nodes: SimulatedNodes | null
  /** The last run of the scheduler for a pod, while it is kept. [LC101] */
  decision(namespace: string, name: string): SchedulingDecision | undefined
  controllers(): readonly Controller[]
  /** Loads the code of what the options select, so that the next start does not wait for it. */
  prepare(options: LifeOptions): Promise<void>
  /** Starts what the options select, unless it runs, and adds nodes up to their number. */
  start(options: LifeOptions): Promise<void>
  /** Stops all loops and nodes. Their objects remain. */
  stop(): void
  /** Records in the cluster's ConfigMap that controllers and nodes run or do not run, and the number of nodes. */
  declare(running: boolean, nodes: number): Promise<void>
  /** Starts and stops everything as the cluster's ConfigMap says, from now on. [LC104] */
  follow(): void
  /** Stops everything, and following. */
  close(): void
}

/** As large as the nodes of large clusters: the limits of a cluster are for its user to set, on pods and quotas. [LC80] */
const capacityOfNodes = { cpu: '32', memory: '128Gi', pods: '250' }

const selectsNothing = ({ runs, nodes = 0, stages }: LifeOptions): boolean =>
  nodes === 0 && stages === undefined && !loopNames.some(runs)

/** Creates the life of a server, with nothing that runs. [LC98] [LC99] */
export function createLife(host: ControllerHost): Life {
  let manager: ControllerManager | null = null
  let startManager: typeof startControllerManager | null = null
  let nodeCount = 0
  let stops = 0
  let endFollowing: (() => void) | undefined
  const decisions = createDecisions()
  const stop = (): void => {
    stops++
    for (const loop of manager?.controllers() ?? []) host.changed({ ...loop.status(), gone: true })
    manager?.stop()
    manager = null
  }
  const life: Life = {
    decision: decisions.of,
    status: () => ({ running: manager !== null, nodes: manager === null ? 0 : nodeCount }),
    get nodes() {
      return manager?.nodes ?? null
    },
    controllers: () => manager?.controllers() ?? [],
    async prepare(options) {
      if (!selectsNothing(options))
        startManager ??= (await import('./controllers/controller-manager.ts')).startControllerManager
    },
    async start(options) {
      const { runs, nodes = 0, stages, pickNode } = options
      if (manager === null && selectsNothing(options)) return
      const startedAt = stops
      if (startManager === null) await life.prepare(options)
      // It was stopped while its code was loaded.
      if (startManager === null || stops !== startedAt) return
      if (manager === null) nodeCount = 0
      manager ??= startManager({ ...host, pickNode, onScheduled: decisions.keep }, runs, stages)
      const { nodes: kubelets } = manager
      for (const loop of manager.controllers()) host.changed(loop.status())
      const missing = Array.from({ length: Math.max(0, nodes - nodeCount) }, (_, at) => `node-${nodeCount + at + 1}`)
      nodeCount += missing.length
      const declared = missing.length > 0 && stages === undefined ? declareStages(host) : Promise.resolve()
      await Promise.all([declared, ...missing.map((name) => kubelets.add({ name, capacity: capacityOfNodes }))])
    },
    stop,
    declare: (running, nodes) => declareLife(host, { running, nodes }),
    follow() {
      endFollowing ??= followDeclaration(host, ({ running, nodes }) => {
        if (running) void life.start({ runs: () => true, nodes })
        else stop()
      })
    },
    close() {
      endFollowing?.()
      endFollowing = undefined
      stop()
    },
  }
  return life
}

const decisionsMax = 2000

/** The latest runs of the scheduler, by pod. */
function createDecisions(): {
  readonly keep: (decision: SchedulingDecision) => void
  readonly of: Life['decision']
} {
  const kept = new Map<string, SchedulingDecision>()
  return {
    keep(decision) {
      const key = `${decision.namespace}/${decision.name}`
      kept.delete(key)
      kept.set(key, decision)
      const [oldest] = kept.size > decisionsMax ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
    of: (namespace, name) => kept.get(`${namespace}/${name}`),
  }
}
