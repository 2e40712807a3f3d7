/** Options of an outbound call, besides the request. */
export interface OutboundOptions {
  /** PEM certificates of the CAs to trust for this call; a host that cannot choose CAs ignores them. */
  readonly caBundle?: string
  /** Accepts any certificate. */
  readonly insecureSkipTlsVerify?: boolean
  /** Dials this address instead of that of the URL, whose name the certificate still has. */
  readonly connectTo?: { readonly host: string; readonly port: number }
  /** All header lines, for hosts that can send a name several times; the request has them joined. */
  readonly headerLines?: readonly (readonly [name: string, value: string])[]
  /** The egress route of this call, where its purpose leaves the choice to the caller. */
  readonly egress?: 'cluster' | 'controlplane'
}

/**
 * Performs the server's outbound calls, such as webhooks. Rejects if the connection fails; does not follow
 * redirects.
 */
export type OutboundFetch = (request: Request, options?: OutboundOptions) => Promise<Response>
