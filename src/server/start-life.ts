import { keepNewest } from '#api/caching/keep-newest.ts'
import type { LifeStatus } from '#facts/debug-api.ts'
import type { SchedulingDecision } from '#facts/scheduling.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import type * as ManagerCode from './controllers/controller-manager.ts'
import type { ControllerManager, LoopGroup } from './controllers/controller-manager.ts'
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
  /**
   * Starts the selected loops beside those that run, with watches of their own. Requires {@link prepare}. Returns a
   * function that stops them.
   */
  startGroup(runs: LifeOptions['runs']): () => void
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
  let code: typeof ManagerCode | null = null
  const groups = createGroups(host)
  let nodeCount = 0
  let stops = 0
  let endFollowing: (() => void) | undefined
  const decisions = createDecisions()
  const stop = (): void => {
    stops++
    groups.stop()
    for (const loop of manager?.controllers() ?? []) host.changed({ ...loop.status(), gone: true })
    manager?.stop()
    manager = null
  }
  const isRunning = (): boolean => manager !== null || groups.controllers().length > 0
  const life: Life = {
    decision: decisions.of,
    status: () => ({ running: isRunning(), nodes: manager === null ? 0 : nodeCount }),
    get nodes() {
      return manager?.nodes ?? null
    },
    controllers: () => [...(manager?.controllers() ?? []), ...groups.controllers()],
    async prepare(options) {
      if (!selectsNothing(options)) code ??= await import('./controllers/controller-manager.ts')
    },
    async start(options) {
      const { runs, nodes = 0, stages, pickNode } = options
      if (manager === null && selectsNothing(options)) return
      const startedAt = stops
      if (code === null) await life.prepare(options)
      // It was stopped while its code was loaded.
      if (code === null || stops !== startedAt) return
      if (manager === null) nodeCount = 0
      manager ??= code.startControllerManager({ ...host, pickNode, onScheduled: decisions.keep }, runs, stages)
      for (const loop of manager.controllers()) host.changed(loop.status())
      const from = nodeCount
      nodeCount = Math.max(nodeCount, nodes)
      await addNodes(host, manager.nodes, from, options)
    },
    startGroup(runs) {
      if (code === null) throw new Error('the code of the loops is not loaded')
      return groups.add(code.startLoopGroup({ ...host, onScheduled: decisions.keep }, runs))
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

/** Adds nodes beside the `from` first ones up to their number, and declares the stages of their pods if none were given. */
async function addNodes(
  host: ControllerHost,
  kubelets: SimulatedNodes,
  from: number,
  { nodes = 0, stages }: LifeOptions,
): Promise<void> {
  const missing = Array.from({ length: Math.max(0, nodes - from) }, (_, at) => `node-${from + at + 1}`)
  const declared = missing.length > 0 && stages === undefined ? declareStages(host) : Promise.resolve()
  await Promise.all([declared, ...missing.map((name) => kubelets.add({ name, capacity: capacityOfNodes }))])
}

interface Groups {
  controllers(): readonly Controller[]
  /** Returns a function that stops the group. */
  add(group: LoopGroup): () => void
  stop(): void
}

/** The groups of loops that run beside the manager. Their starts and ends are reported. */
function createGroups({ changed }: Pick<ControllerHost, 'changed'>): Groups {
  const groups = new Set<LoopGroup>()
  const stop = (group: LoopGroup): void => {
    if (!groups.delete(group)) return
    for (const loop of group.loops) changed({ ...loop.status(), gone: true })
    group.stop()
  }
  return {
    controllers: () => [...groups].flatMap(({ loops }) => loops),
    add(group) {
      groups.add(group)
      for (const loop of group.loops) changed(loop.status())
      return () => stop(group)
    },
    stop: () => groups.forEach(stop),
  }
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
      keepNewest(kept, [`${decision.namespace}/${decision.name}`, decision], decisionsMax)
    },
    of: (namespace, name) => kept.get(`${namespace}/${name}`),
  }
}
