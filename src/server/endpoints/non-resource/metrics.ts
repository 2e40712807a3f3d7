import { HistogramFamily, type MetricFamily, ValueFamily } from '#server/metrics/metric-families.ts'
import type { ObservedRequest } from '#server/metrics/observed-request.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'

/** Counts requests and their durations for `/metrics`. */
export interface Metrics {
  /** Called when a request has ended, or when a stream begins. */
  observe(request: ObservedRequest): void
  /** Returns the Prometheus text. [DI6] */
  text(server: ServerContext): string
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Creates the metrics. `more` lists further families, printed after those of requests. */
export function createMetrics(more: readonly MetricFamily[] = []): Metrics {
  const totals = new ValueFamily(
    'counter',
    'apiserver_request_total',
    'Requests by verb, group, resource and HTTP code.',
  )
  const latencies = new HistogramFamily(
    'apiserver_request_duration_seconds',
    'Time to answer by verb, group and resource.',
    buckets,
  )
  return {
    observe({ verb, group, resource, code, seconds }) {
      totals.add({ verb, group, resource, code: String(code) })
      latencies.observe({ verb, group, resource }, seconds)
    },
    text: (server) =>
      [
        ...[totals, latencies, ...more].flatMap((family) => family.lines()),
        ...storeLines(server),
        ...featureLines(server),
      ]
        .join('\n')
        .concat('\n'),
  }
}

function storeLines({ watches, registry }: ServerContext): readonly string[] {
  const status = registry.objects.log.status()
  const gauge = (name: string, help: string, value: number): readonly string[] => [
    ...head(name, 'gauge', help),
    `${name} ${value}`,
  ]
  return [
    ...gauge('apiserver_longrunning_requests', 'Open watches.', watches.count),
    ...gauge('apiserver_storage_objects', 'Live objects.', status.keyCount),
    ...gauge('orchard_log_revision', 'Newest readable revision.', status.published),
    ...gauge('orchard_log_compacted_revision', 'Revisions up to this one are gone.', status.compacted),
    ...gauge('orchard_log_versions', 'Versions kept, live ones included.', status.versionCount),
    ...gauge('orchard_log_live_bytes', 'Bytes of live objects.', status.liveBytes),
    ...gauge('orchard_log_history_bytes', 'Bytes of older versions.', status.historyBytes),
  ]
}

/** Feature gate metrics with the reference's gate names, translated to this vocabulary. [FG5] */
function featureLines({ features }: ServerContext): readonly string[] {
  const name = 'orch_feature_enabled'
  return [
    ...head(name, 'gauge', 'Whether a feature is on, by name and stage; stable ones have no stage.'),
    ...features
      .list()
      .map(
        (gate) =>
          `${name}{name="${gate.name}",stage="${gate.stage === 'GA' ? '' : gate.stage}"} ${Number(gate.enabled)}`,
      ),
  ]
}

const head = (name: string, type: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]
