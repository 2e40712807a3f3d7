import { createStore } from 'zustand/vanilla'
import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { ReadableStore } from './owned-store.ts'
import { SentRequests } from './sent-requests.ts'

/** The number of the user's writes from this page. */
export interface Sent {
  readonly writeCount: number
}

export interface SentWrites {
  /** `fetch` that records writes. */
  readonly send: typeof fetch
  /** The number of writes that the server has stored, without dry runs. */
  readonly sent: ReadableStore<Sent>
  /** The writes themselves, with their bodies. */
  readonly requests: SentRequests
  /** Reports whether a write has been sent and not yet answered. */
  isSending(): boolean
}

const requestIdOf = (response: Response): number => Number(response.headers.get(REQUEST_ID_HEADER) ?? 0)

/** Records the writes that go through the returned `send`. */
export function createSentWrites(fetcher: typeof fetch): SentWrites {
  const sent = createStore<Sent>(() => ({ writeCount: 0 }))
  const requests = new SentRequests()
  let pending = 0
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') {
      const response = await fetcher(request)
      requests.noteRead(requestIdOf(response))
      return response
    }
    const { pathname, search, searchParams } = new URL(request.url)
    const headers = [...request.headers]
    pending += 1
    try {
      const response = await fetcher(request)
      requests.keep(requestIdOf(response), {
        method: request.method,
        target: `${pathname}${search}`,
        headers,
        body: typeof init?.body === 'string' ? init.body : '',
      })
      // A dry run stores nothing.
      if (response.ok && !searchParams.has('dryRun'))
        sent.setState(({ writeCount }) => ({ writeCount: writeCount + 1 }))
      return response
    } finally {
      pending -= 1
    }
  }
  return { send, sent, requests, isSending: () => pending > 0 }
}
