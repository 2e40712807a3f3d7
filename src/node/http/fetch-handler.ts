import type { Authentication } from '#server/auth/authenticator.ts'

/** The server's one function, as this host calls it. */
export type FetchHandler = (
  request: Request,
  extras: {
    /** As they stood on the wire, in their order; `Headers` folds and drops. */
    readonly rawHeaders: readonly (readonly [name: string, value: string])[]
    /** Path and query as they stood on the wire; a `Request` resolves dot segments. */
    readonly rawTarget: string
    /** Whom the connection itself names, by a client certificate. */
    readonly peer: Authentication
  },
) => Promise<Response>
