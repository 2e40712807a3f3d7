import type { Fact } from '#facts/fact.ts'
import { HistogramFamily, type MetricFamily, ValueFamily } from './metric-families.ts'

type DialFact = Extract<Fact, { readonly type: 'dial' }>

/** Metrics of connections through egress proxies. Direct connections are not counted, as in Kubernetes. [AM3] */
export function dialFamilies(): { readonly all: readonly MetricFamily[]; observe(fact: DialFact): void } {
  const prefix = 'apiserver_egress_dialer_dial'
  const by = 'by protocol and transport'
  const starts = new ValueFamily(
    'counter',
    `${prefix}_start_total`,
    `[ALPHA] Connections through egress proxies that were begun, ${by}.`,
  )
  const times = new HistogramFamily(
    `${prefix}_duration_seconds`,
    `[ALPHA] Seconds until a connection through an egress proxy was open, ${by}.`,
    [0.005, 0.025, 0.1, 0.5, 2.5, 12.5],
  )
  const failures = new ValueFamily(
    'counter',
    `${prefix}_failure_count`,
    `[ALPHA] Connections through egress proxies that failed, ${by}, and by stage: before or after the proxy answered.`,
  )
  return {
    all: [starts, times, failures],
    observe({ route, talk, error, durationMs }) {
      if (route === 'direct') return
      const protocol = route.startsWith('GRPC') ? 'grpc' : 'http_connect'
      const transport = / through https?:/.test(route) ? 'tcp' : 'uds'
      starts.add({ protocol, transport })
      const answer = talk.findLast(({ from }) => from === 'proxy')?.text
      const stage = answer === undefined ? 'connect' : 'proxy'
      const stands = error === '' || (answer ?? '').startsWith('HTTP/1.1 200')
      if (stands) times.observe({ protocol, transport }, durationMs / 1000)
      else failures.add({ protocol, transport, stage })
    },
  }
}
