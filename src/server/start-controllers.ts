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
import type { Life, LifeOptions } from './start-life.ts'

/** Controllers that write into every namespace; they are off by default. */
const offByDefault = new Set(['serviceaccount', 'root-ca-certificate-publisher'])

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
  const start = (): void => {
    loops.push(...selected(options.runs).map(([, startController]) => startController(host)))
    if (options.life !== undefined) void life.start(options.life)
    if (options.followsLife === true) life.follow()
  }
  const stop = (): void => {
    for (const loop of loops.splice(0)) loop.stop()
    life.close()
  }
  if (identity !== null)
    return joinElection({ host, monotonicMs: () => performance.now(), identity, onElected: start, onLost: stop })
  start()
  return stop
}
