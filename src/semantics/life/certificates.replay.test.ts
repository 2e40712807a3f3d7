import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import {
  type JsonGeneralNames,
  PemConverter,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
} from '@peculiar/x509'
import { afterEach, expect, test } from 'vitest'
import type { CertificateSigningRequest } from '#server/kinds/types/certificates-v1.ts'
import { isOver } from '#server/controllers/certificates/request-age.ts'
import { certificateRequest } from './certificate-request.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

const requests = '/apis/certificates.orch.io/v1/certificatesigningrequests'

async function start() {
  const { clock, send } = await startLife({ runs: (name) => name.startsWith('certificatesigningrequest') })
  const pass = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms)
  const read = async (name: string) =>
    (await (await send('GET', `${requests}/${name}`)).json()) as CertificateSigningRequest
  return {
    clock,
    send,
    pass,
    read,
    create: (name: string, spec: object) =>
      send('POST', requests, { metadata: { name }, spec: { request: certificateRequest, ...spec } }),
    async decide(name: string, type: string) {
      const live = await read(name)
      const conditions = [{ type, status: 'True', reason: 'Test', message: 'by hand' }]
      await send('PUT', `${requests}/${name}/approval`, { ...live, status: { conditions } })
      await pass(1000)
    },
  }
}

const typesOf = ({ status }: CertificateSigningRequest) => (status?.conditions ?? []).map(({ type }) => type)
const client = { signerName: 'orch.io/kube-apiserver-client', usages: ['client auth', 'digital signature'] }

test('[LC105] an approved request gets a certificate of its subject, names and time; a denied one nothing', async () => {
  const { clock, create, decide, read } = await start()
  await create('yes', { ...client, expirationSeconds: 3600 })
  await create('no', client)
  await decide('yes', 'Approved')
  await decide('no', 'Denied')

  await expect.poll(async () => (await read('yes')).status?.certificate).toBeDefined()
  const pem = Buffer.from((await read('yes')).status?.certificate ?? '', 'base64').toString()
  const certificate = new X509Certificate(pem)
  expect(certificate.subject.split('\n')).toEqual(['O=team', 'CN=ann'])
  expect(certificate.subjectAltName).toBe('DNS:ann.example.com')
  expect(certificate.ca).toBe(false)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(certificate.issuer).toBe('CN=orchard-csr-signer')
  expect(Math.abs(Date.parse(certificate.validTo) - clock.now() - 3_600_000)).toBeLessThan(10_000)
  expect((await read('no')).status?.certificate).toBeUndefined()
})

/** A request for a certificate, as the base64 of its PEM. */
async function requestOf(name: string, names: JsonGeneralNames = []): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const extensions = names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names)]
  const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const made = await Pkcs10CertificateRequestGenerator.create({ name, keys, extensions, signingAlgorithm })
  return Buffer.from(PemConverter.encode(made.rawData, 'CERTIFICATE REQUEST')).toString('base64')
}

const kubelet = { signerName: 'orch.io/kube-apiserver-client-kubelet', usages: ['client auth', 'digital signature'] }
const serving = { signerName: 'orch.io/kubelet-serving', usages: ['server auth', 'digital signature'] }
const ofNode = 'O=system:nodes, CN=system:node:n1'
const dns = { type: 'dns', value: 'n1.example.com' } as const

test('[LC105] a request that its signer does not allow is Failed and says why; other signers are left alone', async () => {
  const { create, decide, read } = await start()
  const cases: readonly (readonly [string, object, string])[] = [
    ['server', { ...client, usages: ['server auth'] }, 'invalid usage for client certificate: server auth'],
    [
      'signature',
      { ...client, usages: ['digital signature'] },
      'missing required usage for client certificate: client auth',
    ],
    ['foreigner', kubelet, 'subject organization is not system:nodes'],
    ['named', { ...kubelet, request: await requestOf(ofNode, [dns]) }, 'DNS subjectAltNames are not allowed'],
    [
      'wrong-usage',
      { ...kubelet, usages: ['client auth'], request: await requestOf(ofNode) },
      'usages did not match [digital signature key encipherment client auth]',
    ],
    [
      'nobody',
      { ...kubelet, request: await requestOf('O=system:nodes, CN=n1') },
      'subject common name does not begin with system:node:',
    ],
    ['nameless', { ...serving, request: await requestOf(ofNode) }, 'DNS or IP subjectAltName is required'],
    [
      'mailed',
      { ...serving, request: await requestOf(ofNode, [dns, { type: 'email', value: 'a@example.com' }]) },
      'Email subjectAltNames are not allowed',
    ],
  ]
  for (const [name, spec] of cases) await create(name, spec)
  await create('fine', { ...serving, request: await requestOf(ofNode, [dns]) })
  await create('foreign', { ...client, signerName: 'example.com/own' })
  for (const name of [...cases.map(([each]) => each), 'fine', 'foreign']) await decide(name, 'Approved')
  await expect.poll(async () => (await read('fine')).status?.certificate).toBeDefined()
  for (const [name, , message] of cases)
    expect((await read(name)).status?.conditions?.[1], name).toMatchObject({
      type: 'Failed',
      status: 'True',
      reason: 'SignerValidationFailure',
      message,
    })
  expect((await read('foreign')).status).toMatchObject({ conditions: [{ type: 'Approved' }] })
  expect((await read('foreign')).status?.certificate).toBeUndefined()
})

test('[LC106] a kubelet whose user has the right to it is approved and gets its certificate', async () => {
  const { create, pass, read } = await start()
  await create('kubelet', { ...kubelet, request: await requestOf(ofNode) })
  await create('person', client)
  await create('other', kubelet)
  await pass(1000)
  expect((await read('kubelet')).status?.conditions).toMatchObject([{ type: 'Approved', reason: 'AutoApproved' }])
  // Keys are made and used outside of the virtual time.
  await expect.poll(async () => (await read('kubelet')).status?.certificate).toMatch(/^LS0tLS1CRUdJTi/)
  expect(typesOf(await read('person'))).toEqual([])
  // Its subject is no node.
  expect(typesOf(await read('other'))).toEqual([])
})

test('[LC107] requests are over an hour after their decision, or after a day without one', async () => {
  const hourMs = 3_600_000
  const made: CertificateSigningRequest = { metadata: { creationTimestamp: '2026-03-01T00:00:00Z' } }
  const nowMs = Date.parse('2026-03-01T00:00:00Z')
  expect([23, 25].map((hours) => isOver(made, nowMs + hours * hourMs))).toEqual([false, true])
  const decided = { ...made, status: { conditions: [{ type: 'Denied', lastUpdateTime: '2026-03-01T00:30:00Z' }] } }
  expect([1, 1.6].map((hours) => isOver(decided, nowMs + hours * hourMs))).toEqual([false, true])

  const { clock, create, decide, pass, read } = await start()
  await create('decided', client)
  await create('short', { ...client, expirationSeconds: 600 })
  await decide('decided', 'Denied')
  await decide('short', 'Approved')
  await expect.poll(async () => (await read('short')).status?.certificate).toBeDefined()
  // Its certificate ends before an hour has passed since the decision.
  const short = await read('short')
  expect([5, 11].map((minutes) => isOver(short, clock.now() + minutes * 60_000))).toEqual([false, true])
  await pass(2.1 * hourMs)
  expect((await read('decided')).kind).toBe('Status')
})
