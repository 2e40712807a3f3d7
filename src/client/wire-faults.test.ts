import { expect, test } from 'vitest'
import { faultyFetch, noWireFaults, type WireFaults } from './wire-faults.ts'

const url = 'http://page.test/api/v1/namespaces/a/configmaps'

/** A server that counts its requests and answers with their number, and a client with these faults. */
function startWire(faults: Partial<WireFaults>) {
  const bodies: string[] = []
  const pauses: number[] = []
  let met = 0
  const server: typeof fetch = async (input, init) => {
    bodies.push(await new Request(input, init).text())
    return new Response(`answer ${bodies.length}`)
  }
  const client = faultyFetch(server, {
    faults: () => ({ ...noWireFaults, ...faults }),
    pause: async (ms) => void pauses.push(ms),
    onMet: () => (met += 1),
  })
  const post = async (body: string): Promise<string> => (await client(url, { method: 'POST', body })).text()
  return { bodies, pauses, client, post, met: () => met }
}

test('[ACT1] a request that is dropped never arrives; one whose answer is dropped was carried out', async () => {
  const lost = startWire({ drop: 'request' })
  await expect(lost.post('a')).rejects.toThrow(TypeError)
  expect(lost.bodies).toEqual([])
  const unheard = startWire({ drop: 'answer' })
  await expect(unheard.post('a')).rejects.toThrow(TypeError)
  expect(unheard.bodies).toEqual(['a'])
})

test('[ACT1] a duplicated request arrives twice, and the client sees the first answer', async () => {
  const { post, bodies } = startWire({ isDuplicated: true })
  expect(await post('a')).toBe('answer 1')
  expect(bodies).toEqual(['a', 'a'])
})

test('[ACT1] a 429 names the seconds to wait, and the server does not see the request', async () => {
  const { client, bodies } = startWire({ retryAfter: 7 })
  const answer = await client(url)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('7')
  expect(await answer.json()).toMatchObject({ reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } })
  expect(bodies).toEqual([])
})

test('[ACT1] faults meet every n-th request, the delay meets all, and introspection meets none', async () => {
  const { client, post, pauses, met } = startWire({ every: 3, drop: 'request', delayMs: 200 })
  expect(await post('a')).toBe('answer 1')
  expect(await post('b')).toBe('answer 2')
  await expect(post('c')).rejects.toThrow(TypeError)
  expect(await post('d')).toBe('answer 3')
  expect(pauses).toEqual([200, 200, 200, 200])
  await client('http://page.test/debug/log')
  expect(pauses).toHaveLength(4)
  expect(met()).toBe(1)
})

test('[ACT2] a body breaks off after the given number of bytes, which do arrive', async () => {
  const { client } = startWire({ cutAt: 4 })
  const reader = (await client(url)).body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toBe('answ')
  await expect(reader?.read()).rejects.toThrow('the connection broke')
})
