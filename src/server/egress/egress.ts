import type { Clock } from '#api/clock.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import { createDialer, type Dial, type Dialer, type HostFetch } from '#egress/dialer.ts'
import type { Fact } from '#facts/fact.ts'
import type { Held } from '#api/loading/on-demand.ts'
import type { SendSpans } from '#tracing/span-exporter.ts'

/** Outbound connections as the host provides them. Both functions reject if no connection can be made. */
export interface HostOptions {
  /** Default: every call is rejected. */
  readonly fetch?: HostFetch
  /** Sends spans to a collector. Default: every call is rejected. */
  readonly sendSpans?: (endpoint: string, bytes: Uint8Array<ArrayBuffer>, dial: Dial) => Promise<void>
}

/**
 * The outbound calls of the server by purpose, each on the route that the EgressSelectorConfiguration assigns to it.
 */
export interface Egress {
  readonly dialer: Dialer
  readonly issuers: OutboundFetch
  readonly authorizers: OutboundFetch
  readonly admission: OutboundFetch
  readonly conversion: OutboundFetch
  /** For aggregated API servers: these are services of the cluster. */
  readonly aggregated: OutboundFetch
  readonly spans: SendSpans
}

export const rejectCalls: HostFetch = () => Promise.reject(new Error('this server makes no outbound calls'))

/**
 * Assigns the egress selection names to the purposes, as the reference does. Calls wait for `held`: files that are being put
 * in force may route them. [EG5]
 */
export function createEgress(
  { fetch = rejectCalls, sendSpans }: HostOptions,
  clock: Clock,
  report: (fact: Fact) => void,
  held: Held,
): Egress {
  const dialer = createDialer({ fetch, clock, report })
  const after =
    (call: OutboundFetch): OutboundFetch =>
    async (request, options) => {
      await held()
      return call(request, options)
    }
  return {
    dialer,
    issuers: after(issuers(dialer, 'token issuer')),
    authorizers: after(dialer.for('controlplane', 'authorization webhook')),
    admission: after(webhooks(dialer, 'admission webhook')),
    conversion: after(webhooks(dialer, 'conversion webhook')),
    aggregated: after(dialer.for('cluster', 'aggregated API server')),
    spans: (endpoint, bytes) =>
      sendSpans === undefined
        ? Promise.reject(new Error('this server has no connection to a trace collector'))
        : dialer.call({ name: 'controlplane', what: 'trace export', destination: endpoint }, (dial) =>
            sendSpans(endpoint, bytes, dial),
          ),
  }
}

/** Returns the fetch function for token issuers: without proxies, unless the call names a route. [EG2] */
function issuers(dialer: Dialer, what: string): OutboundFetch {
  const ways = {
    none: dialer.direct(what),
    cluster: dialer.for('cluster', what),
    controlplane: dialer.for('controlplane', what),
  }
  return (request, options) => ways[options?.egress ?? 'none'](request, options)
}

/**
 * Returns the fetch function for webhooks: services use the route of the cluster, all other hosts that of the control
 * plane.
 */
function webhooks(dialer: Dialer, what: string): OutboundFetch {
  const byAddress = dialer.for('controlplane', what)
  const byService = dialer.for('cluster', what)
  return (request, options) => (isService(request.url) ? byService : byAddress)(request, options)
}

/** The hosts of cluster services are `NAME.NAMESPACE.svc`. */
const isService = (url: string): boolean => new URL(url).hostname.endsWith('.svc')
