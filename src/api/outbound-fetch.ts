/** What a host needs to know of a call that the server makes to others, besides the request. */
export interface OutboundOptions {
  /** Certificates in PEM that the other side's must be signed by; a host that can't choose ignores it. */
  readonly caBundle?: string
}

/** How the server reaches others: webhooks. Rejects where nobody answers; follows no redirect. */
export type OutboundFetch = (request: Request, options?: OutboundOptions) => Promise<Response>
