import { expect, test, vi } from 'vitest'
import { createClusterStore, followFacts } from './cluster.ts'

const json = (value: unknown) => new Response(JSON.stringify(value))

/** A server whose stream of facts the test feeds; streams are numbered. */
function startServer() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const fetcher: typeof fetch = async (input) => {
    const path = String(input)
    if (path === '/debug/facts') return new Response(new ReadableStream({ start: (c) => void streams.push(c) }))
    if (path.startsWith('/debug/log')) return json({ rows: [], published: 5, compacted: 0 })
    if (path.startsWith('/debug/requests')) return json({ requests: [] })
    if (path === '/debug/watches') return json({ watches: [] })
    if (path === '/debug/tokens') return json({ tokens: [] })
    if (path === '/debug/controllers') return json({ controllers: [] })
    return json(path === '/debug/clock' ? { nowMs: 1, frozen: false, offsetMs: 0 } : null)
  }
  const send = (at: number, value: unknown) =>
    streams[at]?.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`))
  return { fetcher, streams, send }
}

test('[UI2] the page reads everything once the stream is open, and follows the stream afterwards', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  const { fetcher, streams, send } = startServer()
  const store = createClusterStore()
  const ending = new AbortController()
  const following = followFacts(store, fetcher, ending.signal)
  await expect.poll(() => store.getState().connection).toBe('open')
  expect(store.getState().published).toBe(5)
  send(0, { type: 'panic', message: 'a bug', timeMs: 1 })
  await expect.poll(() => store.getState().panic).toBe('a bug')
  streams[0]?.close()
  await expect.poll(() => streams.length).toBe(2)
  await expect.poll(() => store.getState().connection).toBe('open')
  ending.abort()
  streams[1]?.close()
  await following
  vi.unstubAllGlobals()
})
