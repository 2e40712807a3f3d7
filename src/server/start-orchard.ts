import type { Clock } from '#api/clock.ts'
import type { ControllerStatus, Fact } from '#facts/fact.ts'
import { DELETIONS_FEED_PATH, METADATA_FEED_PATH } from '#facts/metadata-feed.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from './apiserver.ts'
import { type Authenticator, firstOf } from './auth/authenticator.ts'
import { authenticatedUser } from '#server/auth/user-info.ts'
import { loopbackUser, LOOPBACK_HEADER } from '#server/auth/loopback-user.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import type { SimulatedNodes } from './controllers/simulated-nodes/simulated-nodes.ts'
import { createDebugSurface, type DebugSurface } from './debug/debug-surface.ts'
import type { Sample } from './debug/samples.ts'
import type { SimulatedClock } from './debug/simulated-clock.ts'
import { metadataFeed } from '#server/endpoints/non-resource/metadata-feed.ts'
import { announce, type AnnouncedEndpoint } from '#server/seed/apiserver-service.ts'
import { writeSystemConfigMaps } from '#server/seed/system-config-maps.ts'
import { randomName } from '#api/random-name.ts'
import { seedFirstObjects } from '#server/seed/seed-first-objects.ts'
import type { KindSet } from '#server/kind-sets/kind-set.ts'
import type { Log } from './storage/log.ts'
import { namesOfStarted, runLoops } from './start-controllers.ts'
import { createLife, type LifeOptions } from './start-life.ts'
import type { Candidacy } from './start-leading.ts'
import { type ConfigurationOptions, startConfiguration, type Configuration } from './start-configuration.ts'
import { ownRequest } from './own-request.ts'
import { startRetention } from './storage/retention.ts'

export interface OrchardOptions
  extends
    ConfigurationOptions,
    Pick<
      ApiServerOptions,
      | 'authorizer'
      | 'authorizationMode'
      | 'abacPolicies'
      | 'freeze'
      | 'auditId'
      | 'pause'
      | 'checks'
      | 'tokens'
      | 'issuer'
      | 'accountTokens'
      | 'signingKey'
      | 'watchCacheLagMs'
      | 'featureGates'
      | 'serviceNetwork'
      | 'inFlight'
      | 'admission'
      | 'runtimeConfig'
      | 'otherLineUpTo'
      | 'createsFirstObjects'
    > {
  /** The built-in kinds. Default: all of them, which are then loaded. */
  readonly kinds?: KindSet | undefined
  readonly log: Log
  /** A {@link SimulatedClock} can be controlled under `/debug/clock`. */
  readonly clock: Clock | SimulatedClock
  /** Authenticates callers other than the server's own controllers. */
  readonly authenticator: Authenticator
  /** Serves `/debug/`. */
  readonly debug: boolean
  /** Called for every bug of the server that a request encountered. */
  readonly onPanic?: ((panic: Extract<Fact, { readonly type: 'panic' }>) => void) | undefined
  /** Serves further paths under `/debug/`, such as those of a simulated world; `null` for others. */
  readonly debugMore?: ((request: Request, path: string) => Promise<Response | null>) | undefined
  /** Clusters that `/debug/samples` can put in place of the current one. */
  readonly samples?: readonly Sample[] | undefined
  /** Selects the controllers to run, by name. Default: all but those that write into every namespace. */
  readonly runs?: ((controller: string) => boolean) | undefined
  /** Runs the loops of a controller manager, the scheduler, and simulated nodes. Default: none of them. */
  readonly life?: LifeOptions | undefined
  /** Starts and stops loops, scheduler and nodes as a ConfigMap of the cluster says. Default: false. [LC104] */
  readonly followsLife?: boolean | undefined
  /**
   * The loops of {@link OrchardOptions.life} and the controllers of a controller manager run only while this server holds
   * the Leases of the original's components, so that nothing is done twice beside these. Default: they run at once. [LC115]
   */
  readonly candidacy?: Candidacy | undefined
  /** Wraps the fetch of all controllers, to record or delay their requests. Default: they are sent as they are. */
  readonly controllerFetch?: ((send: typeof fetch) => typeof fetch) | undefined
  readonly controllerWork?: ControllerHost['during']
  /** The authorities of the server's certificate in PEM, for pods. Default: none. */
  readonly rootCertificates?: string | undefined
  /** The duration for which history is retained; default five minutes. */
  readonly historyMs?: number | undefined
  /**
   * Other hosts run on the same store: it compacts itself, and the controllers run on one host at a time. Default: this
   * is the only host. [ETC4]
   */
  readonly isShared?: boolean | undefined
  /** The minimum number of revisions that are retained, whatever their age. */
  readonly revisionsMin?: number | undefined
  /** Default: a fresh UUID each. */
  readonly uid?: () => string
  /** Default: {@link randomName}. */
  readonly random?: (length: number) => string
}

/** A server with its controllers and configuration. */
export interface Orchard {
  readonly fetch: ApiServer['fetch']
  /** Creates the service `orch` for this server, for hosts that listen on an address. */
  announce(place: AnnouncedEndpoint): Promise<void>
  /** The active configuration files. */
  readonly configuration: Configuration
  /** The simulated nodes; `null` without {@link OrchardOptions.life}. */
  readonly nodes: SimulatedNodes | null
  /** Stops controllers and watches. Closing the log is the caller's responsibility. */
  close(): void
}

const isSimulated = (clock: Clock): clock is SimulatedClock => 'advance' in clock

/** All kinds are loaded only by a server that has no set of its own: they are a third of its code. */
const kindsOf = async ({ kinds }: OrchardOptions): Promise<KindSet> =>
  kinds ?? (await import('#server/kind-sets/every-kind.ts')).everyKind

const reporting =
  (debug: DebugSurface | null, { onPanic }: OrchardOptions): DebugSurface['report'] =>
  (fact) => {
    debug?.report(fact)
    if (fact.type === 'panic') onPanic?.(fact)
  }

/** Composes the server, its controllers, its revision history and `/debug/`, as every host runs them. */
export async function startOrchard(options: OrchardOptions): Promise<Orchard> {
  const { log, clock, uid = () => crypto.randomUUID(), random = randomName } = options
  const { rootCertificates = '', isShared = false } = options
  const secret = crypto.randomUUID()
  const loops: Controller[] = []
  const { debug: debugging, authenticator, historyMs: _historyMs, revisionsMin: _revisionsMin, ...shared } = options
  const debug = debugging ? createDebugSurface(() => simulator) : null
  const reportFact = reporting(debug, options)
  let configuration: Configuration | null = null
  const server = createApiServer({
    ...shared,
    kinds: await kindsOf(options),
    uid,
    random,
    authenticator: firstOf([loopbackUser(secret), authenticator]),
    report: reportFact,
    ...(debug === null ? { reportsProgress: false } : { debug: answerDebug(debug, options, () => configuration) }),
  })
  const simulator = {
    clock: isSimulated(clock) ? clock : null,
    now: () => clock.now(),
    loops: () => [...loops, ...life.controllers()],
    life: () => life,
    samples: options.samples ?? [],
    send: server.fetch,
    userNamed: (name: string) =>
      server.recent.list().findLast(({ attributes }) => attributes.user.name === name)?.attributes.user ??
      authenticatedUser({ name }),
    seed: () => seedFirstObjects(server.server.registry, server.server.resources(), options.serviceNetwork),
  }
  await server.ready
  const endDebug = debug?.start(server.server)
  configuration = await startConfiguration(server, options, clock)
  const inside = { clock, secret, rootCertificates, report: reportFact, isPrompt: () => life.status().running }
  const host = observed(controllerHost(server, inside), options)
  const life = createLife(host)
  const endLoops = await runLoops(options, { loops, host, life, identity: isShared ? uid() : null })
  server.started.finish(...namesOfStarted(options.runs))
  const retention = isShared ? null : startRetention({ ...retentionOf(options), log, clock })
  return {
    fetch: server.fetch,
    async announce(place) {
      server.started.begin('bootstrap-controller')
      await announce(host.fetch, place)
      server.started.finish('bootstrap-controller')
      await tellComponents(server, host, rootCertificates)
    },
    configuration,
    get nodes() {
      return life.nodes
    },
    close() {
      endLoops()
      retention?.stop()
      endDebug?.()
      server.close()
    },
  }
}

/** Answers paths under `/debug/`: those of configuration files, of the host, and of the debug surface. */
const answerDebug =
  (
    debug: DebugSurface,
    { debugMore }: OrchardOptions,
    configuration: () => Configuration | null,
  ): DebugSurface['handle'] =>
  async (context, known) =>
    (await configuration()?.answer(context.request, context.info.path)) ??
    (await debugMore?.(context.request, context.info.path)) ??
    debug.handle(context, known)

/** Writes what components read in `kube-system`. Both parts are health checks. [SVC19] */
async function tellComponents({ started }: ApiServer, host: ControllerHost, clientAuthority: string): Promise<void> {
  const parts = ['start-cluster-authentication-info-controller', 'start-legacy-token-tracking-controller'] as const
  started.begin(...parts)
  const today = new Date(host.clock.now()).toISOString().slice(0, 10)
  await writeSystemConfigMaps(host.fetch, { today, clientAuthority })
  started.finish(...parts)
}

const observed = (host: ControllerHost, { controllerFetch: wrap, controllerWork }: OrchardOptions): ControllerHost => ({
  ...host,
  during: controllerWork,
  ...(wrap !== undefined && { fetch: wrap(host.fetch) }),
})

/** A short history is compacted more often, so that it is about as short as requested. */
const retentionOf = ({
  historyMs,
  revisionsMin,
}: OrchardOptions): {
  readonly ageMs: number | undefined
  readonly revisionsMin: number | undefined
  readonly everyMs: number
} => ({
  ageMs: historyMs,
  revisionsMin,
  everyMs: Math.max(1000, Math.min(30_000, (historyMs ?? 300_000) / 10)),
})

interface Inside {
  readonly clock: Clock
  readonly secret: string
  readonly rootCertificates: string
  readonly report: DebugSurface['report']
  readonly isPrompt: () => boolean
}

/** The dependencies of controllers: the API, with the server's own credentials. */
function controllerHost(
  server: ApiServer,
  { clock, secret, rootCertificates, report, isPrompt }: Inside,
): ControllerHost {
  return {
    clock,
    rootCertificates,
    isPrompt,
    fetch: async (input, init) => {
      // Bypasses the filters: clients cannot request it, and it would appear as a watch in every list of requests.
      if (input === METADATA_FEED_PATH || input === DELETIONS_FEED_PATH)
        return metadataFeed(server.server.registry.objects, server.server.resources, input === DELETIONS_FEED_PATH)
      const request = ownRequest(input, init)
      request.headers.set(
        LOOPBACK_HEADER,
        `${secret} ${request.headers.get('x-orchard-acting-as') ?? 'system:orchard'}`,
      )
      return server.fetch(request)
    },
    changed: (controller: ControllerStatus) => report({ type: 'controller', controller }),
    checkApiService: (service) => server.server.aggregation.check(service),
  }
}
