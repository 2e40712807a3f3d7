import { errorText } from '#api/error-text.ts'
import type { Dialer } from '#egress/dialer.ts'
import type { Fact } from '#facts/fact.ts'
import { builtInTypes } from '#server/custom-resources/built-in-types.ts'
import { createAggregation } from '#server/aggregation/aggregation.ts'
import { proxyRequests } from '#server/aggregation/proxy-requests.ts'
import { createAccessMetrics } from '#server/metrics/access-metrics.ts'
import type { PodSecurityMetrics } from '#server/metrics/pod-security-metrics.ts'
import { type AccessOptions, type AccessPorts, type OwnAccess, createAccess } from '#server/access/create-access.ts'
import { createAdmissionChain } from './admission/chain/chain.ts'
import { type DynamicAdmission, createDynamicAdmission } from './admission/dynamic-admission.ts'
import { accessChecks } from './admission/access-checks.ts'
import type { AdmissionSettings } from './admission/plugins/admission-settings.ts'
import { admissionPlugins } from './admission/plugins/index.ts'
import { type ServedTypes, createServedTypes } from './custom-resources/served-types.ts'
import { createContinueTokens } from '#server/endpoints/options/continue-tokens.ts'
import { MessageCache } from '#server/endpoints/call/message-cache.ts'
import { createDispatcher } from './endpoints/dispatch.ts'
import { createStartedParts, type StartedParts } from '#server/endpoints/non-resource/health-checks.ts'
import { createMetrics } from '#server/endpoints/non-resource/metrics.ts'
import { createOpenWatches } from '#server/endpoints/call/open-watches.ts'
import type { Filter } from '#server/request/request-context.ts'
import { createRegistry } from '#server/endpoints/call/call-registry.ts'
import { createAdmissionCluster } from '#server/endpoints/call/admission-cluster.ts'
import type { ServerContext } from './endpoints/call/server-context.ts'
import { createFeatureGates, type FeatureGates } from './features/feature-gates.ts'
import { authentication } from './filters/authentication.ts'
import { authorization } from './filters/authorization.ts'
import { chain } from './filters/chain.ts'
import { deadlines } from './filters/deadlines.ts'
import { errors } from './filters/errors.ts'
import { facts } from './filters/facts.ts'
import { flowFilters } from './filters/flow-control.ts'
import { impersonation } from './filters/impersonation.ts'
import { type ReceiveRequest, receiveRequests } from './receive-requests.ts'
import { requestInfo } from './filters/request-info.ts'
import type { InFlightLimits } from './filters/requests-in-flight.ts'
import { responseHeaders } from './filters/response-headers.ts'
import { tracing } from './filters/tracing.ts'
import { createGate, type Gate } from '#api/loading/on-demand.ts'
import type { KindSet } from './kind-sets/kind-set.ts'
import { createOutside, type OutsideOptions } from '#server/endpoints/non-resource/non-resource-paths.ts'
import { seedFirstObjects } from '#server/seed/seed-first-objects.ts'
import { RecentDecisions } from './settings/recent-decisions.ts'
import { createObjectStore } from './storage/object-store.ts'
import { createEgress, type HostOptions, type Egress } from '#server/egress/egress.ts'
import { createWatchCache } from './storage/watch-cache.ts'
import { type TracingState, tracingState } from '#server/filters/tracing-state.ts'

export interface ApiServerOptions extends AccessOptions, HostOptions, OutsideOptions {
  /** Returns a fresh UUID. */
  readonly uid: () => string
  /** Returns the `Audit-Id` of a request that brings none. Default: {@link uid}. */
  readonly auditId?: (() => string) | undefined
  /** Returns a fresh suffix of that length for generated names, from the alphabet `bcdfghjklmnpqrstvwxz2456789`. */
  readonly random: (length: number) => string
  /** Receives the facts that the server reports. Must not throw. */
  readonly report?: (fact: Fact) => void
  /** False if nobody hears facts about the progress of watches. Default: true. */
  readonly reportsProgress?: boolean | undefined
  /** The built-in kinds with their admission plugins. All of them: `#server/kind-sets/every-kind.ts`. */
  readonly kinds: KindSet
  /** Default: the reference's defaults. */
  readonly featureGates?: FeatureGates
  /** The IPv4 network of cluster IPs of a new store, in CIDR notation. Default: 10.96.0.0/12. [SVC18] */
  readonly serviceNetwork?: string | undefined
  readonly inFlight?: InFlightLimits | undefined
  /** Monotonic milliseconds with fractions. */
  readonly monotonicMs?: () => number
  /** Returns after the host had a turn for other work. Default: long requests are not interrupted. [ER8] */
  readonly pause?: (() => Promise<void>) | undefined
  /** Continue tokens and watches of revisions up to this one get 410. Default 0. [MC13] */
  readonly otherLineUpTo?: number | undefined
  /** The delay in milliseconds after which reads from the watch cache see a write. Default 0. [WC1] */
  readonly watchCacheLagMs?: number | undefined
  /** Admission plugins that run, and their configuration. Default: those that are on by default. [FL1] */
  readonly admission?: AdmissionSettings | undefined
  /** API versions that are served, in the syntax of `--runtime-config`. Default: all. [FL2] */
  readonly runtimeConfig?: string | undefined
  /** Deep-freezes shared objects, to find code that mutates them. For tests. */
  readonly freeze?: boolean
}

export interface ApiServer {
  /**
   * Serves one request; never rejects. A watch's body ends when it is cancelled or the request's signal is aborted.
   */
  readonly fetch: ReceiveRequest
  /** Settles when the initial objects exist. `fetch` waits for it. */
  readonly ready: Promise<void>
  /** Shared by all requests. Exposed for the composition of controllers and `/debug/`. */
  readonly server: ServerContext
  /** The active authentication and authorization settings, which can be replaced at runtime. */
  readonly access: Pick<OwnAccess, 'authentication' | 'authorization'>
  readonly tracing: TracingState
  /** The routes of outgoing calls. */
  readonly dialer: Dialer
  /** The last requests with their authorization attributes. */
  readonly recent: RecentDecisions
  /** Receives the start of parts that others run beside the server, for health checks. */
  readonly started: StartedParts
  /**
   * Lets everything wait that depends on settings which are being put in force: bearer tokens, anonymous callers, decisions
   * about any but administrators, outgoing calls.
   */
  readonly waitFor: Gate['waitFor']
  /** Ends all watches. Closing the log is the caller's responsibility. */
  close(): void
}

/** The composition root: creates a function from Request to Response over an append-only log. */
export function createApiServer(options: ApiServerOptions): ApiServer {
  const { clock, report: tell = () => undefined, monotonicMs = () => performance.now() } = options
  const accessMetrics = createAccessMetrics()
  const report = (fact: Fact): void => {
    accessMetrics.hearFact(fact)
    tell(fact)
  }
  const { observe, podSecurity } = accessMetrics
  const gate = createGate()
  const egress = createEgress(options, clock, report, gate.held)
  const server = createServerContext(
    { ...options, report, monotonicMs },
    { ...gate, egress, observer: { observe, monotonicMs }, podSecurity },
  )
  const { access } = server
  const tracer = tracingState({ clock, monotonicMs, sendSpans: egress.spans })
  const metrics = createMetrics(accessMetrics.families)
  const recent = new RecentDecisions()
  const nowMs = (): number => clock.now()
  // In the order in which a request passes them; see "How a request travels" in ARCHITECTURE.md.
  const filters: readonly Filter[] = [
    tracing(tracer),
    facts({ report, observe: metrics.observe, nowMs, monotonicMs, exposesIds: options.debug !== undefined }),
    responseHeaders,
    errors(report, nowMs),
    requestInfo,
    deadlines(clock),
    authentication(access, { authenticated: accessMetrics.authenticated, monotonicMs }),
    impersonation(access.authorizer),
    ...flowFilters(access.flows, options.inFlight),
    authorization(access.authorizer, noteDecisions({ recent, accessMetrics, nowMs, monotonicMs })),
  ]
  const parts = createStartedParts()
  let isEnding = false
  const outside = createOutside(options, server, {
    showMetrics: () => metrics.text(server),
    parts,
    isEnding: () => isEnding,
  })
  const handle = chain(filters, proxyRequests(server.aggregation, createDispatcher(server, outside)))
  const ready = startParts(server, parts, options)
  return {
    fetch: receiveRequests({ ...options, monotonicMs }, handle, ready),
    ready,
    server,
    access,
    tracing: tracer,
    dialer: egress.dialer,
    recent,
    started: parts,
    waitFor: gate.waitFor,
    close() {
      isEnding = true
      closeServer(server, tracer)
    },
  }
}

/** Keeps each decision about a request, and counts it. */
const noteDecisions = ({ recent, accessMetrics, nowMs, monotonicMs }: DecisionNotes): DecisionWatcher => ({
  monotonicMs,
  authorized(attributes, decision, seconds) {
    recent.add({ timeMs: nowMs(), attributes, isAllowed: decision.type === 'allowed' })
    accessMetrics.authorized(decision, seconds)
  },
})

interface DecisionNotes {
  readonly recent: RecentDecisions
  readonly accessMetrics: ReturnType<typeof createAccessMetrics>
  readonly nowMs: () => number
  readonly monotonicMs: () => number
}

type DecisionWatcher = Parameters<typeof authorization>[1]

/** Starts what must exist before the first request. Each part is a health check. */
async function startParts(
  server: OwnContext,
  parts: StartedParts,
  { log, serviceNetwork, createsFirstObjects = true }: ApiServerOptions,
): Promise<void> {
  const isFirstStart = log.isNew()
  // These were created together with the server.
  parts.finish(
    'start-apiserver-admission-initializer',
    'generic-apiserver-start-informers',
    'storage-object-count-tracker-hook',
  )
  const types = ['start-apiextensions-informers', 'start-apiextensions-controllers', 'crd-informer-synced'] as const
  const objects = [
    'start-system-namespaces-controller',
    'scheduling/bootstrap-system-priority-classes',
    'priority-and-fairness-config-producer',
    'start-kubernetes-service-cidr-controller',
    'kube-apiserver-autoregistration',
  ] as const
  parts.begin(...types, ...objects, 'rbac/bootstrap-roles')
  await server.types.start()
  parts.finish(...types)
  if (createsFirstObjects) await seedFirstObjects(server.registry, server.resources(), serviceNetwork)
  parts.finish(...objects)
  await server.aggregation.start()
  parts.finish('start-kube-aggregator-informers')
  if (createsFirstObjects) await server.access.seed()
  parts.finish('rbac/bootstrap-roles')
  if (isFirstStart) server.watches.beginAt(log.revision())
}

/** The context with the parts that only the composition root may end. */
interface OwnContext extends ServerContext {
  readonly access: OwnAccess
  readonly types: ServedTypes
  readonly dynamicAdmission: DynamicAdmission
}

function createServerContext(
  options: ApiServerOptions & Required<Pick<ApiServerOptions, 'report' | 'monotonicMs'>>,
  ports: AccessPorts & { readonly egress: Egress; readonly podSecurity: PodSecurityMetrics },
): OwnContext {
  const { egress, podSecurity } = ports
  const { log, clock, uid, random, freeze, report, monotonicMs } = options
  const objects = createObjectStore({ log, freeze })
  const nowMs = (): number => clock.now()
  const cache = createWatchCache(objects, clock, options.watchCacheLagMs)
  const registry = createRegistry({ objects, cache, clock, uid, random, otherLineUpTo: options.otherLineUpTo ?? 0 })
  const features = options.featureGates ?? createFeatureGates()
  const types = createServedTypes(
    registry,
    builtInTypes({ features, runtimeConfig: options.runtimeConfig, all: options.kinds.definitions }),
    {
      conversions: { fetch: egress.conversion, clock, uid },
      report: (error) => report({ type: 'panic', message: errorText(error), timeMs: nowMs() }),
    },
  )
  const { resources } = types
  const access = createAccess(options, registry, resources(), ports)
  const dynamicAdmission = createDynamicAdmission({
    objects,
    resources,
    fetch: egress.admission,
    clock,
    uid,
    authorizer: access.authorizer,
    hasMutatingPolicies: () => features.enabled('MutatingAdmissionPolicy'),
  })
  return {
    registry,
    resources,
    types,
    access,
    dynamicAdmission,
    admission: createAdmissionChain(
      admissionPlugins(
        {
          clock,
          random,
          podSecurity,
          factories: options.kinds.plugins,
          dynamic: dynamicAdmission.plugins,
          checks: accessChecks(access, resources),
        },
        options.admission ?? {},
      ),
      createAdmissionCluster(registry, resources),
    ),
    features,
    aggregation: createAggregation({ objects, resources, fetch: egress.aggregated }),
    report,
    watches: createOpenWatches(clock, report, options.reportsProgress),
    tokens: createContinueTokens(nowMs, report),
    messages: new MessageCache(),
    monotonicMs,
  }
}

const closeServer = (
  { watches, access, types, dynamicAdmission, aggregation }: OwnContext,
  tracer: TracingState,
): void => {
  tracer.stop()
  access.stop()
  dynamicAdmission.stop()
  types.stop()
  aggregation.stop()
  for (const { id } of watches.list()) watches.cut(id)
}
