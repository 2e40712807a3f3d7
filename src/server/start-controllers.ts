import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { startApiServiceAvailability } from './controllers/api-service-availability.ts'
import { startApiServiceController } from './controllers/api-services.ts'
import { loopNames } from './controllers/loop-names.ts'
import { joinElection } from './controllers/leader-election.ts'
import { startFlowSchemaConditions } from './controllers/flow-schema-conditions.ts'
import { startGarbageCollector } from './controllers/garbage-collector/garbage-collector.ts'
import { startAccountController, startRootCaPublisher } from './controllers/namespace-objects.ts'
import { startNamespaceController } from './controllers/namespace-controller.ts'
import { startQuotaController } from './controllers/quota-controller.ts'
import { startPolicyTypeCheck } from './controllers/policy-types.ts'
import {
  startAttributesClassProtection,
  startClaimProtection,
  startVolumeProtection,
} from '#server/controllers/storage-protection.ts'
import { startRoleAggregation } from './controllers/role-aggregation.ts'
import { startServiceAddressController } from './controllers/service-addresses.ts'
import type { StartedName } from './endpoints/non-resource/health-checks.ts'
import { type Candidacy, type Component, startLeading } from './start-leading.ts'
import type { Life, LifeOptions } from './start-life.ts'

/** Controllers that write into every namespace; they are off by default. */
const offByDefault = new Set(['serviceaccount', 'root-ca-certificate-publisher'])

/** Controllers of the API server itself; the others are those of a controller manager. */
const ofTheServer = new Set(['api-services', 'api-service-availability', 'service-addresses', 'flow-schemas'])

/** Controllers by the names that the status shows. */
const controllers: readonly (readonly [name: string, start: (host: ControllerHost) => Controller])[] = [
  ['namespace', startNamespaceController],
  ['garbage-collector', startGarbageCollector],
  ['api-services', startApiServiceController],
  ['api-service-availability', startApiServiceAvailability],
  ['service-addresses', startServiceAddressController],
  ['resourcequota', startQuotaController],
  ['clusterrole-aggregation', startRoleAggregation],
  ['flow-schemas', startFlowSchemaConditions],
  ['persistentvolumeclaim-protection', startClaimProtection],
  ['persistentvolume-protection', startVolumeProtection],
  ['volumeattributesclass-protection', startAttributesClassProtection],
  ['validatingadmissionpolicy-status', startPolicyTypeCheck],
  ['serviceaccount', startAccountController],
  ['root-ca-certificate-publisher', startRootCaPublisher],
]

/** The names of all loops that `runs` and that of `life` select. */
export const controllerNames: readonly string[] = [...controllers.map(([name]) => name), ...loopNames]

/** The post-start hooks under which the original reports these controllers. [DI5] */
const startedParts: Readonly<Record<string, readonly StartedName[]>> = {
  'api-services': ['apiservice-registration-controller', 'apiservice-status-local-available-controller'],
  'api-service-availability': ['apiservice-status-remote-available-controller'],
  'flow-schemas': ['priority-and-fairness-config-consumer'],
  'service-addresses': ['start-service-ip-repair-controllers'],
}

type Runs = ((controller: string) => boolean) | undefined

const selected = (runs: Runs): typeof controllers =>
  controllers.filter(([name]) => runs?.(name) ?? !offByDefault.has(name))

/** The health checks of the selected controllers. A host whose controllers wait for their turn is healthy. */
export const namesOfStarted = (runs: Runs): StartedName[] =>
  selected(runs).flatMap(([name]) => startedParts[name] ?? [])

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
  if (options.life !== undefined) await life.prepare(options.life)
  const parts = { loops, host, life }
  let endTerms: readonly (() => void)[] = []
  const start = (): void => {
    const { led, free } = divide(options)
    startThose(parts, free)
    if (options.life !== undefined)
      void life.start(led === null ? options.life : { ...options.life, runs: () => false })
    if (options.followsLife === true) life.follow()
    if (led !== null) endTerms = leadComponents(parts, led)
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

type Parts = Pick<Loops, 'loops' | 'host' | 'life'>
type Selected = typeof controllers

function startThose({ loops, host }: Parts, selection: Selected): readonly Controller[] {
  const started = selection.map(([, startController]) => startController(host))
  loops.push(...started)
  return started
}

/** The loops that run only while this host holds a Lease. */
interface Led {
  readonly candidacy: Candidacy
  readonly runs: LifeOptions['runs']
  readonly controllers: Selected
}

/**
 * Divides the controllers into those that run at once and those that wait for a Lease. A host that runs no loop of a
 * controller manager and no scheduler asks for no Lease: it would write one every two seconds.
 */
function divide({ runs, life, candidacy }: LoopOptions): { readonly led: Led | null; readonly free: Selected } {
  const all = selected(runs)
  if (candidacy === undefined || life === undefined || !loopNames.some(life.runs)) return { led: null, free: all }
  const isFree = ([name]: Selected[number]): boolean => ofTheServer.has(name) || !loopNames.some(isManagers(life.runs))
  const led = { candidacy, runs: life.runs, controllers: all.filter((each) => !isFree(each)) }
  return { led, free: all.filter(isFree) }
}

/** The loops of the controller manager among those that run. */
const isManagers =
  (runs: LifeOptions['runs']) =>
  (name: string): boolean =>
    name !== 'scheduler' && runs(name)

/** Runs the loops of each component while this host holds its Lease. Returns functions that resign. [LC115] */
function leadComponents(parts: Parts, { candidacy, runs, controllers: managed }: Led): readonly (() => void)[] {
  const { host, life, loops } = parts
  const lead = (component: Component, selects: LifeOptions['runs'], more: Selected): (() => void)[] => {
    if (!loopNames.some(selects)) return []
    const start = (): (() => void) => {
      const started = startThose(parts, more)
      const endGroup = life.startGroup(selects)
      return () => {
        for (const loop of started) {
          loops.splice(loops.indexOf(loop), 1)
          loop.stop()
        }
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
