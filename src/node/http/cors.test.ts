import { afterEach, expect, test } from 'vitest'
import { readAllowedOrigins } from '#node/flags/allowed-origins.ts'
import { type HttpHost, listen } from './http-host.ts'

const hosts: HttpHost[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close(0)))
})

const page = 'http://localhost:5173'

async function start(): Promise<{ readonly base: string; readonly methods: readonly string[] }> {
  const methods: string[] = []
  const host = await listen({
    handle: async ({ method }) => {
      methods.push(method)
      return new Response('no', { status: 401 })
    },
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [page],
    report: () => undefined,
  })
  hosts.push(host)
  return { base: `http://127.0.0.1:${host.address.port}`, methods }
}

const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }

test('[ND18] a preflight of an allowed page is answered before authentication, and its responses can be read, refusals too', async () => {
  const { base, methods } = await start()

  const asked = await fetch(base, { method: 'OPTIONS', headers: { origin: page, ...preflight } })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe(page)
  expect(asked.headers.get('access-control-allow-headers')).toBe('*, Authorization')
  expect(asked.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(methods).toEqual([])

  const refused = await fetch(base, { headers: { origin: page } })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('access-control-allow-origin')).toBe(page)
  expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
})

test.each([
  { origin: 'http://localhost:51730' },
  { origin: 'http://localhost:5173.evil.example' },
  { origin: 'null' },
  {},
])('[ND18] a caller of %j gets no header of CORS, and its OPTIONS is a request like others', async (headers) => {
  const { base, methods } = await start()
  const response = await fetch(base, { method: 'OPTIONS', headers: { ...headers, ...preflight } })
  expect(response.status).toBe(401)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(methods).toEqual(['OPTIONS'])
})

test('[ND18] the flag takes exact origins and refuses all else, regular expressions too', () => {
  expect(readAllowedOrigins('')).toEqual([])
  expect(readAllowedOrigins('http://localhost:5173, https://lab.example')).toEqual([page, 'https://lab.example'])
  for (const wrong of ['.*', '*', 'localhost:5173', 'http://localhost:5173/', 'http://Lab.example', '//localhost(:|$)'])
    expect(readAllowedOrigins(wrong)).toBe(
      `--cors-allowed-origins must be origins such as http://localhost:5173, separated by commas, not ${JSON.stringify(wrong)}`,
    )
})
