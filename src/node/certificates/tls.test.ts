import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readAuthorities } from './read-authorities.ts'
import { userOfCertificate } from './client-certificate.ts'
import type { FetchHandler } from '#node/http/fetch-handler.ts'
import { type HttpHost, listen } from '#node/http/http-host.ts'
import type { Identity } from './identity.ts'
import { toKubeconfig } from '#node/kubeconfig.ts'
import { openTlsIdentities, readTlsIdentities, type TlsIdentities } from './tls-files.ts'

const nowMs = Date.now()
const DAY_MS = 86_400_000
let folder = ''
let own: TlsIdentities
let stranger: TlsIdentities
let host: HttpHost

/** Responds with the authenticated user. */
const whoAmI: FetchHandler = async (request, { peer, rawHeaders, rawTarget }) => {
  if (rawTarget === '/watch') return new Response(endless())
  return Response.json(rawTarget === '/' ? peer : { peer, rawHeaders, body: await request.text() })
}

let aborted = 0
/** Sends one chunk and then nothing until the client disconnects. */
const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
    cancel: () => void (aborted += 1),
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orchard-tls-'))
  own = await openTlsIdentities(folder, '127.0.0.1', nowMs)
  stranger = await openTlsIdentities('', '127.0.0.1', nowMs)
  host = await listen({
    handle: whoAmI,
    host: '127.0.0.1',
    port: 0,
    tls: { cert: own.server.certificate, key: own.server.key, clientAuthorities: [own.authority.certificate] },
    strictTransport: 'max-age=60; includeSubDomains',
    report: () => undefined,
  })
})
afterAll(async () => {
  await host.close(0)
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a request over TLS that trusts only the server's authority. */
function ask(client: Identity | null, authority = own.authority): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: host.address.port,
      ca: authority.certificate,
      ...(client === null ? {} : { cert: client.certificate, key: client.key }),
    }
    const sent = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve(JSON.parse(text)))
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('[TLS6] responses over TLS have the directives of Strict-Transport-Security', async () => {
  const options = { host: '127.0.0.1', port: host.address.port, ca: own.authority.certificate }
  const header = await new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      answer.resume()
      resolve(answer.headers['strict-transport-security'])
    })
    sent.on('error', reject).end()
  })

  expect(header).toBe('max-age=60; includeSubDomains')
})

test('[TLS1] certificates are stored in the data folder, readable only by their owner', async () => {
  const again = await openTlsIdentities(folder, '127.0.0.1', nowMs)

  expect(again).toEqual(own)
  expect(readTlsIdentities(folder)).toEqual({ authority: own.authority, admin: own.admin })
  for (const name of ['ca.key', 'server.key', 'admin.key']) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
})

test('[TLS1] a certificate that is about to expire, or lacks a host name, is renewed by the same authority', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'orchard-tls-'))
  for (const name of ['ca', 'server', 'admin'])
    for (const end of ['crt', 'key'])
      writeFileSync(join(copy, `${name}.${end}`), readFileSync(join(folder, `${name}.${end}`)))

  const elsewhere = await openTlsIdentities(copy, '192.0.2.7', nowMs)
  const later = await openTlsIdentities(copy, '192.0.2.7', nowMs + 340 * DAY_MS)

  expect(elsewhere.server).not.toEqual(own.server)
  expect(elsewhere.admin).toEqual(own.admin)
  expect(later.authority).toEqual(own.authority)
  expect(later.admin).not.toEqual(own.admin)
  rmSync(copy, { recursive: true, force: true })
})

test('[TLS2] a client that trusts the authority is served, any other closes the connection', async () => {
  expect(await ask(null)).toEqual({ type: 'none' })
  await expect(ask(null, stranger.authority)).rejects.toThrow(/certificate/)
})

test('[TLS3] a client certificate authenticates its user; one of another authority is refused', async () => {
  expect(await ask(own.admin)).toMatchObject({
    type: 'user',
    user: { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
  })
  expect(await ask(stranger.admin)).toMatchObject({ type: 'refused' })
})

test('[TLS3] the common name is the user, organizations are the groups', () => {
  const subject = { CN: 'alice', O: ['dev', 'ops'] }

  const raw = Buffer.from('abc')
  expect(userOfCertificate({ subject, raw })).toMatchObject({
    name: 'alice',
    groups: ['dev', 'ops', 'system:authenticated'],
    extra: {
      'authentication.orch.io/credential-id': [
        'X509SHA256=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      ],
    },
  })
  expect(userOfCertificate({ subject: { ...subject, CN: '' }, raw })).toBeNull()
})

test('[TLS3] a file without authorities prevents the server from starting', async () => {
  const place = mkdtempSync(join(tmpdir(), 'orchard-ca-'))
  const path = join(place, 'ca.crt')
  writeFileSync(path, own.admin.key)
  await expect(readAuthorities(path)).rejects.toThrow('data does not contain any valid RSA or ECDSA certificates')
  writeFileSync(path, own.authority.certificate)
  expect(await readAuthorities(path)).toEqual([own.authority.certificate])
  rmSync(place, { recursive: true, force: true })
})

test('[TLS4] HTTP/2 carries requests, bodies, users and streams as HTTP/1.1 does', async () => {
  const client = connect(`https://127.0.0.1:${host.address.port}`, {
    ca: own.authority.certificate,
    cert: own.admin.certificate,
    key: own.admin.key,
  })
  const read = (headers: Record<string, string>, body = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const stream = client.request(headers)
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => resolve(text)).on('error', reject)
      stream.end(body)
    })
  const watch = client.request({ ':path': '/watch' })
  watch.setEncoding('utf8').end()
  const first = await new Promise((resolve) => watch.once('data', resolve))

  const sent = JSON.parse(await read({ ':path': '/x', ':method': 'POST', accept: 'a/b' }, 'text without a length'))
  const ended = new Promise((resolve) => watch.once('close', resolve))
  watch.close()
  await ended
  client.close()

  expect(first).toBe('first')
  expect(sent.body).toBe('text without a length')
  expect(sent.peer).toMatchObject({ type: 'user', user: { name: 'admin' } })
  expect(sent.rawHeaders).toEqual([
    ['Host', `127.0.0.1:${host.address.port}`],
    ['accept', 'a/b'],
  ])
  await expect.poll(() => aborted).toBe(1)
})

test('[KC1] a kubeconfig holds one cluster, its authority and one user', () => {
  const server = 'https://127.0.0.1:6443'

  const read = parse(
    toKubeconfig({ name: 'orchard', server, authority: own.authority.certificate, client: own.admin, token: '' }),
  )
  const plain = parse(
    toKubeconfig({ name: 'orchard', server: 'http://localhost:8080', authority: '', client: null, token: 't: "x"' }),
  )

  expect(read).toMatchObject({ kind: 'Config', 'current-context': 'orchard', clusters: [{ cluster: { server } }] })
  expect(Buffer.from(read.users[0].user['client-key-data'], 'base64').toString()).toBe(own.admin.key)
  expect(Buffer.from(read.clusters[0].cluster['certificate-authority-data'], 'base64').toString()).toBe(
    own.authority.certificate,
  )
  expect(plain.users).toEqual([{ name: 'orchard', user: { token: 't: "x"' } }])
  expect(read.contexts).toEqual([{ name: 'orchard', context: { cluster: 'orchard', user: 'orchard' } }])
})
