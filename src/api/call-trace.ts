import type { OutboundFetch } from './outbound-fetch.ts'

/** The trace of one request, continued by the outbound calls made for it. */
export interface CallTrace {
  /** A fetch whose calls send the trace context and record spans. [TC7] */
  carry(fetch: OutboundFetch): OutboundFetch
}

/** The fetch for an outbound call of a request: traced when the request is. */
export const tracedFetch = (fetch: OutboundFetch, trace: CallTrace | undefined): OutboundFetch =>
  trace === undefined ? fetch : trace.carry(fetch)
