import type { Clock } from '#api/clock.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import { createDialer, type Dial, type Dialer, type HostFetch } from '#egress/dialer.ts'
import type { Fact } from '#facts/fact.ts'
import type { SendSpans } from '#tracing/span-exporter.ts'

/** How a host lets the server out. Both reject where there is no connection. */
export interface HostOptions {
  /** Default: the server reaches nobody. */
  readonly fetch?: HostFetch
  /** Carries spans to a collector. Default: none is reached. */
  readonly sendSpans?: (endpoint: string, bytes: Uint8Array<ArrayBuffer>, dial: Dial) => Promise<void>
}

/** Every way out of the server, each on its route. */
export interface WaysOut {
  readonly dialer: Dialer
  readonly issuers: OutboundFetch
  readonly authorizers: OutboundFetch
  readonly admission: OutboundFetch
  readonly spans: SendSpans
}

export const reachNobody: HostFetch = () => Promise.reject(new Error('this server reaches nobody'))

/** Which purpose takes which name of an egress configuration, as in the reference. [EG5] */
export function createWaysOut(
  { fetch = reachNobody, sendSpans }: HostOptions,
  clock: Clock,
  report: (fact: Fact) => void,
): WaysOut {
  const dialer = createDialer({ fetch, clock, report })
  const byAddress = dialer.for('controlplane', 'admission webhook')
  const byService = dialer.for('cluster', 'admission webhook')
  return {
    dialer,
    issuers: dialer.direct('token issuer'),
    authorizers: dialer.for('controlplane', 'authorization webhook'),
    admission: (request, options) => (isService(request.url) ? byService : byAddress)(request, options),
    spans: (endpoint, bytes) =>
      sendSpans === undefined
        ? Promise.reject(new Error('this server reaches no collector'))
        : dialer.call({ name: 'controlplane', what: 'trace export', destination: endpoint }, (dial) =>
            sendSpans(endpoint, bytes, dial),
          ),
  }
}

/** Services of the cluster are called by `NAME.NAMESPACE.svc`. */
const isService = (url: string): boolean => new URL(url).hostname.endsWith('.svc')
