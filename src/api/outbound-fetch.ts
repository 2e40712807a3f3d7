/** Options of an outbound call, besides the request. */
export interface OutboundOptions {
  /** PEM certificates of the CAs to trust for this call; a host that cannot choose CAs ignores them. */
  readonly caBundle?: string
  /** The egress route of this call, where its purpose leaves the choice to the caller. */
  readonly egress?: 'cluster' | 'controlplane'
}

/**
 * Performs the server's outbound calls, such as webhooks. Rejects if the connection fails; does not follow
 * redirects.
 */
export type OutboundFetch = (request: Request, options?: OutboundOptions) => Promise<Response>
