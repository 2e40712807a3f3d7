import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePage, type StaticHost } from './static-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'orchard-static-'))
let host: StaticHost
let base = ''

beforeAll(async () => {
  mkdirSync(join(folder, 'page/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'page/index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'page/assets/app-1a2b.js'), 'export {}')
  host = await servePage(join(folder, 'page'), { host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${host.address.port}`
})
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

const raw = (path: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(host.address.port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`),
    )
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
  })

test('[ND8] files have their media type, and only files with a hashed name are cached', async () => {
  const page = await fetch(base)
  const script = await fetch(`${base}/assets/app-1a2b.js`)

  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-cache',
  ])
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('cache-control')).toContain('immutable')
})

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '//etc/passwd', '/%00'])(
  '[ND8] %s is not found',
  async (path) => {
    expect(await raw(path)).toMatch(/^HTTP\/1.1 40[04] /)
  },
)

test('[ND8] a path of the API is never answered with the page', async () => {
  const response = await fetch(`${base}/api/v1/namespaces?watch=1`)

  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ kind: 'Status', code: 503 })
})

test('[ND8] writes are refused', async () => {
  expect((await fetch(base, { method: 'POST', body: 'x' })).status).toBe(405)
})
