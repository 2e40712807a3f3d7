import type { OutboundFetch } from './outbound-fetch.ts'

/** Part of the trace of one request, for the calls that are made on its behalf. */
export interface CallTrace {
  /** The way out whose calls carry the trace on and leave spans. [TC7] */
  carry(fetch: OutboundFetch): OutboundFetch
}

/** The way out for a call of a request, traced where the request is. */
export const tracedFetch = (fetch: OutboundFetch, trace: CallTrace | undefined): OutboundFetch =>
  trace === undefined ? fetch : trace.carry(fetch)
