import type { ServerContext } from './server-context.ts'

/** Counts requests and their times for `/metrics`. */
export interface Metrics {
  /** A request ended; streams are counted when they begin. */
  observe(request: ObservedRequest): void
  /** Prometheus text. [DI6] */
  text(server: ServerContext): string
}

export interface ObservedRequest {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly code: number
  readonly seconds: number
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const seriesMax = 2000

interface Histogram {
  readonly counts: number[]
  sum: number
  count: number
}

export function createMetrics(): Metrics {
  const totals = new Map<string, number>()
  const latencies = new Map<string, Histogram>()
  return {
    observe({ verb, group, resource, code, seconds }) {
      const place = `verb="${escape(verb)}",group="${escape(group)}",resource="${escape(resource)}"`
      const series = `${place},code="${code}"`
      // A client that invents resources must not be able to fill the memory.
      if (totals.size < seriesMax || totals.has(series)) totals.set(series, (totals.get(series) ?? 0) + 1)
      const histogram = latencies.get(place) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 }
      if (latencies.size < seriesMax || latencies.has(place)) latencies.set(place, histogram)
      histogram.sum += seconds
      histogram.count += 1
      for (const [at, bound] of buckets.entries())
        if (seconds <= bound) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1
    },
    text(server) {
      return [...requestLines(totals), ...latencyLines(latencies), ...storeLines(server), ...featureLines(server)]
        .join('\n')
        .concat('\n')
    },
  }
}

const escape = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')

function requestLines(totals: ReadonlyMap<string, number>): readonly string[] {
  const name = 'apiserver_request_total'
  return [
    ...head(name, 'counter', 'Requests by verb, group, resource and HTTP code.'),
    ...[...totals].map(([labels, count]) => `${name}{${labels}} ${count}`),
  ]
}

function latencyLines(latencies: ReadonlyMap<string, Histogram>): readonly string[] {
  const name = 'apiserver_request_duration_seconds'
  const lines = [...head(name, 'histogram', 'Time to answer by verb, group and resource.')]
  for (const [labels, { counts, sum, count }] of latencies) {
    for (const [at, bound] of buckets.entries()) lines.push(`${name}_bucket{${labels},le="${bound}"} ${counts[at]}`)
    lines.push(
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    )
  }
  return lines
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

/** The names of the reference, in our words. [FG5] */
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
