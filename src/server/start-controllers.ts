import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { joinElection } from './controllers/leader-election.ts'
import { loopNames, type ServerLoopName, serverLoopNames } from './controllers/loop-names.ts'
import type * as ServerLoops from './controllers/server-loops.ts'
import type { StartedName } from './endpoints/non-resource/health-checks.ts'
import { type Candidacy, type Component, startLeading, startYielding } from './start-leading.ts'
import type { Life, LifeOptions } from './start-life.ts'

/** Controllers that write into every namespace; they are off by default. */
const offByDefault: ReadonlySet<ServerLoopName> = new Set(['serviceaccount', 'root-ca-certificate-publisher'])

/** Controllers of the API server itself; the others are those of a controller manager. */
const ofTheServer: ReadonlySet<ServerLoopName> = new Set([
  'api-services',
  'api-service-availability',
  'service-addresses',
  'flow-schemas',
])

/** The names of all loops that `runs` and that of `life` select. */
export const controllerNames: readonly string[] = [...serverLoopNames, ...loopNames]

/** The post-start hooks under which the original reports these controllers. [DI5] */
const startedParts: Readonly<Record<string, readonly StartedName[]>> = {
  'api-services': ['apiservice-registration-controller', 'apiservice-status-local-available-controller'],
  'api-service-availability': ['apiservice-status-remote-available-controller'],
  'flow-schemas': ['priority-and-fairness-config-consumer'],
  'service-addresses': ['start-service-ip-repair-controllers'],
}

type Runs = ((controller: string) => boolean) | undefined

type Selected = readonly ServerLoopName[]

const selected = (runs: Runs): Selected => serverLoopNames.filter((name) => runs?.(name) ?? !offByDefault.has(name))

/** Loads the code of the loops of the server. A host calls it early, so that the start of the loops does not wait for it. */
export const loadServerLoops = (): Promise<typeof ServerLoops> => import('./controllers/server-loops.ts')

/** The health checks of the selected controllers. A host whose controllers wait for their turn is healthy. */
export const namesOfStarted = (runs: Runs): StartedName[] => selected(runs).flatMap((name) => startedParts[name] ?? [])

interface LoopOptions {
  readonly runs?: Runs
  readonly life?: LifeOptions | undefined
  readonly followsLife?: boolean | undefined
  readonly candidacy?: Candidacy | undefined
}

interface Loops {
  /** Holds the controllers that run. */
  readonly loops: Controller[]
  readonly host: ControllerHost
  readonly life: Life
  /** Names this host among those that share the store; `null` for the only host of a store. */
  readonly identity: string | null
}

/**
 * Runs the selected controllers, on a shared store while this host is the elected one. Returns a function that ends them.
 * [ETC4]
 */
export async function runLoops(options: LoopOptions, { loops, host, life, identity }: Loops): Promise<() => void> {
  const [code] = await Promise.all([
    selected(options.runs).length === 0 ? null : loadServerLoops(),
    options.life === undefined ? null : life.prepare(options.life),
  ])
  const parts = { loops, host, life, code }
  let endTerms: readonly (() => void)[] = []
  const start = (): void => {
    const { led, free, yielding } = divide(options)
    startThose(parts, free)
    if (options.life !== undefined)
      void life.start(led === null ? options.life : { ...options.life, runs: () => false })
    if (options.followsLife === true) life.follow()
    endTerms = [
      ...(led === null ? [] : leadComponents(parts, led)),
      ...(options.candidacy === undefined ? [] : yieldToManager(parts, options.candidacy, yielding)),
    ]
  }
  const stop = (): void => {
    for (const end of endTerms) end()
    for (const loop of loops.splice(0)) loop.stop()
    life.close()
  }
  if (identity === null) {
    start()
    return stop
  }
  const monotonicMs = (): number => performance.now()
  return joinElection({ host, lease: 'orch-controllers', monotonicMs, identity, onElected: start, onLost: stop })
}

interface Parts extends Pick<Loops, 'loops' | 'host' | 'life'> {
  /** `null` if no loop of the server is selected. */
  readonly code: typeof ServerLoops | null
}

function startThose({ loops, host, code }: Parts, selection: Selected): readonly Controller[] {
  if (code === null) return []
  const started = selection.map((name) => code.serverLoops[name](host))
  loops.push(...started)
  return started
}

/** The loops that run only while this host holds a Lease. */
interface Led {
  readonly candidacy: Candidacy
  readonly runs: LifeOptions['runs']
  readonly controllers: Selected
}

interface Division {
  readonly led: Led | null
  /** Controllers that run at once and always. */
  readonly free: Selected
  /** Controllers that rest while another controller manager holds its Lease. */
  readonly yielding: Selected
}

/**
 * Divides the controllers into those that run at once, those that wait for a Lease, and those that rest while another
 * component holds it. A host that runs no loop of a controller manager and no scheduler asks for no Lease: it would write
 * one every two seconds.
 */
function divide({ runs, life, candidacy }: LoopOptions): Division {
  const all = selected(runs)
  if (candidacy === undefined) return { led: null, free: all, yielding: [] }
  const free = all.filter((name) => ofTheServer.has(name))
  const managed = all.filter((name) => !ofTheServer.has(name))
  const selects = life?.runs ?? (() => false)
  const leads = loopNames.some(isManagers(selects))
  const led = loopNames.some(selects) ? { candidacy, runs: selects, controllers: leads ? managed : [] } : null
  return { led, free, yielding: leads ? [] : managed }
}

/** The loops of the controller manager among those that run. */
const isManagers =
  (runs: LifeOptions['runs']) =>
  (name: string): boolean =>
    name !== 'scheduler' && runs(name)

/** Starts controllers of the server. Returns a function that stops them. */
function startForNow(parts: Parts, selection: Selected): () => void {
  const { loops } = parts
  const started = startThose(parts, selection)
  return () => {
    for (const loop of started) {
      loops.splice(loops.indexOf(loop), 1)
      loop.stop()
    }
  }
}

/** Runs controllers while no other controller manager holds its Lease. [LC118] */
function yieldToManager(parts: Parts, candidacy: Candidacy, selection: Selected): readonly (() => void)[] {
  if (selection.length === 0) return []
  const act = (): (() => void) => startForNow(parts, selection)
  return [startYielding(parts.host, candidacy, 'kube-controller-manager', act)]
}

/** Runs the loops of each component while this host holds its Lease. Returns functions that resign. [LC115] */
function leadComponents(parts: Parts, { candidacy, runs, controllers: managed }: Led): readonly (() => void)[] {
  const { host, life } = parts
  const lead = (component: Component, selects: LifeOptions['runs'], more: Selected): (() => void)[] => {
    if (!loopNames.some(selects)) return []
    const start = (): (() => void) => {
      const endControllers = startForNow(parts, more)
      const endGroup = life.startGroup(selects)
      return () => {
        endControllers()
        endGroup()
      }
    }
    return [startLeading(host, candidacy, component, start)]
  }
  return [
    ...lead('kube-controller-manager', isManagers(runs), managed),
    ...lead('kube-scheduler', (name) => name === 'scheduler' && runs(name), []),
  ]
}
