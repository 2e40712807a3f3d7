/** A request as it was sent. */
export interface SentParts {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The body; `''` for none. */
  readonly sent: string
  /** The headers that the sender set, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** When it was sent, by `performance.now()`. */
  readonly sentMs: number
}

export type SentListener = (parts: SentParts, answer: Response) => void

/** Answers a request of the user in place of the server; `null` leaves it to the server. */
export type Answering = (method: string, target: string, signal: AbortSignal) => Response | null

export interface ListenedFetch {
  readonly send: typeof fetch
  /** Calls `listener` with each request and a copy of its answer. */
  listen(listener: SentListener): () => void
  /** Asks `answering` before the server, until the returned function is called. */
  answerBy(answering: Answering): () => void
}

/** Returns a `fetch` whose answers others can read too. Copies nothing while nobody listens. [LSN11] */
export function createListenedFetch(fetcher: typeof fetch): ListenedFetch {
  const listeners = new Set<SentListener>()
  const answerings = new Set<Answering>()
  const answerOf = (method: string, target: string, signal: AbortSignal): Response | null => {
    for (const answering of answerings) {
      const answer = answering(method, target, signal)
      if (answer !== null) return answer
    }
    return null
  }
  return {
    async send(input, init) {
      if (listeners.size + answerings.size === 0) return fetcher(input, init)
      // One request object: making a second one of it would take its body away.
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const { method } = request
      const headers = Object.fromEntries(request.headers)
      const sent = request.body === null ? '' : await request.clone().text()
      const sentMs = performance.now()
      const target = `${pathname}${search}`
      const response = answerOf(method, target, request.signal) ?? (await fetcher(request))
      const parts = { method, target, sent, headers, sentMs }
      for (const listener of listeners) listener(parts, response.clone())
      return response
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answerBy(answering) {
      answerings.add(answering)
      return () => answerings.delete(answering)
    },
  }
}
