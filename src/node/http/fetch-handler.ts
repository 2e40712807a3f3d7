import type { Authentication } from '#server/auth/authenticator.ts'

/** The server's fetch function, as this host calls it. */
export type FetchHandler = (
  request: Request,
  extras: {
    /** The headers as sent on the wire, in order; `Headers` joins and normalizes them. */
    readonly rawHeaders: readonly (readonly [name: string, value: string])[]
    /** Path and query as sent on the wire; a `Request` resolves dot segments. */
    readonly rawTarget: string
    /** The user authenticated by the connection's client certificate. */
    readonly peer: Authentication
  },
) => Promise<Response>
