import { startHost } from './memory-clusters.ts'

/** The requests of a Lab without a page, on a host in memory. For tests of benches. */
export async function labOnHost() {
  const { send, json } = await startHost()
  const read: typeof fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as object) : undefined
    return send(init?.method ?? 'GET', String(input), body, Object.fromEntries(new Headers(init?.headers)))
  }
  return { requests: { read, sendAs: () => read, sendToTrial: () => read }, read, send, json }
}
