import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePage, type StaticHost } from './static-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'orchard-static-'))
const large = `export const words = '${'many words '.repeat(500)}'`
let host: StaticHost
let base = ''

beforeAll(async () => {
  mkdirSync(join(folder, 'page/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'page/index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'page/cell.html'), '<p>cell</p>')
  writeFileSync(join(folder, 'page/cell.js'), 'export {}')
  writeFileSync(join(folder, 'page/404.html'), '<a href="./">Lab</a> <a href="./?room=config">Config</a>')
  writeFileSync(join(folder, 'page/assets/app-1a2b.js'), 'export {}')
  writeFileSync(join(folder, 'page/assets/large-1a2b.js'), large)
  writeFileSync(join(folder, 'page/assets/font-1a2b.woff2'), large)
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

test('[EM4] only the page of cells may be framed, and only its script is readable by other sites', async () => {
  const [page, cell, script] = await Promise.all(['/', '/cell.html', '/cell.js'].map((path) => fetch(`${base}${path}`)))
  expect(page?.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(page?.headers.get('access-control-allow-origin')).toBeNull()
  expect(cell?.headers.get('content-security-policy')).toBeNull()
  expect(cell?.headers.get('x-content-type-options')).toBe('nosniff')
  expect(script?.headers.get('access-control-allow-origin')).toBe('*')
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

interface Plain {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** A request without the decompression that `fetch` does. */
const plainGet = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Plain> =>
  new Promise((resolve, reject) => {
    get(base + path, { headers, method }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })

const script = '/assets/large-1a2b.js'

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity, br;q=0.5', undefined],
  ['deflate', undefined],
  ['br;q=wrong', undefined],
  ['', undefined],
])('[ND16] Accept-Encoding %j gets %s', async (accepted, coding) => {
  const { headers, bytes } = await plainGet(script, { 'accept-encoding': accepted })
  const unpack = coding === 'br' ? brotliDecompressSync : coding === 'gzip' ? gunzipSync : (sent: Buffer) => sent

  expect(headers['content-encoding']).toBe(coding)
  expect(headers.vary).toBe('accept-encoding')
  expect(Number(headers['content-length'])).toBe(bytes.byteLength)
  expect(unpack(bytes).toString()).toBe(large)
})

test('[ND16] each coding has an entity tag of its own, and answers 304 to that one only', async () => {
  const plain = await plainGet(script)
  const packed = await plainGet(script, { 'accept-encoding': 'br' })
  const again = (etag: string | undefined) =>
    plainGet(script, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag ?? ''}` })

  expect(packed.headers.etag).not.toBe(plain.headers.etag)
  expect(await again(packed.headers.etag)).toMatchObject({
    status: 304,
    headers: { etag: packed.headers.etag, vary: 'accept-encoding' },
    bytes: Buffer.alloc(0),
  })
  expect((await again(plain.headers.etag)).status).toBe(200)
})

test('[ND16] HEAD has the headers of GET, and a file that changes a new tag', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const [head, got] = [await plainGet(script, headers, 'HEAD'), await plainGet(script, headers)]
  writeFileSync(join(folder, 'page/index.html'), '<p>another page</p>')
  const before = await plainGet('/')
  writeFileSync(join(folder, 'page/index.html'), '<p>a third page</p>')

  expect(head.bytes.byteLength).toBe(0)
  for (const name of ['content-length', 'content-encoding', 'etag', 'vary'] as const)
    expect(head.headers[name]).toBe(got.headers[name])
  expect((await plainGet('/')).headers.etag).not.toBe(before.headers.etag)
})

test('[ND16] small files and fonts are sent as they are, for every client', async () => {
  for (const path of ['/assets/app-1a2b.js', '/assets/font-1a2b.woff2']) {
    const { headers } = await plainGet(path, { 'accept-encoding': 'br' })

    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
  }
})

const navigation = { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' } as const

test.each([
  ['/lab', '/'],
  ['/config', '/?room=config'],
  ['/access/', '/?room=access'],
])('[ND17] %s opens the room of that name', async (path, location) => {
  const response = await fetch(base + path, navigation)
  expect([response.status, response.headers.get('location')]).toEqual([302, location])
})

test.each(['/whatever', '/a/b', '/assets/gone-1a2b.js'])(
  '[ND17] %s is a page that leads to the rooms, for a person only',
  async (path) => {
    const page = await fetch(base + path, navigation)
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toBe('<a href="/">Lab</a> <a href="/?room=config">Config</a>')

    const program = await fetch(base + path)
    expect(program.status).toBe(404)
    expect(await program.json()).toMatchObject({ kind: 'Status', code: 404 })
  },
)

test('[ND17] a person who opens a path of the API gets what the API says', async () => {
  const response = await fetch(`${base}/api/v1/namespaces`, navigation)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ kind: 'Status', code: 503 })
})
