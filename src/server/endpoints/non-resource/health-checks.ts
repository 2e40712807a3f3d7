import type { Log } from '#server/storage/log.ts'
import type { HealthCheck } from './health.ts'

/**
 * The post-start hooks that health checks report as `poststarthook/…`, in the original's order and by its names. A
 * name is listed only if something of that purpose is started; docs/differences.md lists those that are missing.
 */
const startedNames = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-system-namespaces-controller',
  'start-cluster-authentication-info-controller',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
  'start-kube-aggregator-informers',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'apiservice-registration-controller',
  'apiservice-discovery-controller',
  'kube-apiserver-autoregistration',
  'apiservice-openapi-controller',
  'apiservice-openapiv3-controller',
] as const

export type StartedName = (typeof startedNames)[number]

/** Records which parts of the server have begun to start and which have started. */
export interface StartedParts {
  /**
   * Announces parts that are going to start: until they have, the server is not healthy. Parts that never begin have
   * no check.
   */
  begin(...names: readonly StartedName[]): void
  finish(...names: readonly StartedName[]): void
  checks(): readonly HealthCheck[]
}

export function createStartedParts(): StartedParts {
  const states = new Map<StartedName, 'begun' | 'started'>()
  const toCheck = (name: StartedName): HealthCheck => ({
    name: `poststarthook/${name}`,
    check: () => (states.get(name) === 'started' ? null : 'not finished'),
  })
  return {
    begin: (...names) => names.forEach((name) => states.set(name, 'begun')),
    finish: (...names) => names.forEach((name) => states.set(name, 'started')),
    checks: () => startedNames.filter((name) => states.has(name)).map(toCheck),
  }
}

/** Health checks of the log, under the names of etcd that clients expect, and of the server as a whole. [DI5] */
export function healthChecks(
  log: Log,
  parts: StartedParts,
  { isEnding, more }: { readonly isEnding: () => boolean; readonly more: readonly HealthCheck[] },
): readonly HealthCheck[] {
  const store = (): string | null => {
    const { state } = log.status()
    return state === 'open' ? null : `the log is ${state}`
  }
  const started = parts.checks()
  const registration = started.find(({ name }) => name === 'poststarthook/kube-apiserver-autoregistration')
  const informers = started.filter(({ name }) => name.endsWith('-informers') || name.endsWith('informer-synced'))
  const beforeOpenApi = started.filter(({ name }) => !name.includes('apiservice-openapi'))
  return [
    { name: 'ping', check: () => null },
    { name: 'log', check: store },
    { name: 'etcd', check: store },
    { name: 'etcd-readiness', readyOnly: true, check: store },
    { name: 'informer-sync', readyOnly: true, check: () => firstFault(informers) },
    ...beforeOpenApi,
    ...(registration === undefined ? [] : [{ ...registration, name: 'autoregister-completion' }]),
    ...started.filter((each) => !beforeOpenApi.includes(each)),
    ...more,
    { name: 'shutdown', readyOnly: true, check: () => (isEnding() ? 'process is shutting down' : null) },
  ]
}

const firstFault = (checks: readonly HealthCheck[]): string | null =>
  checks.map(({ check }) => check()).find((fault) => fault !== null) ?? null
