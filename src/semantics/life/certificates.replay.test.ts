import { X509Certificate } from 'node:crypto'
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

test('[LC105] usages that the signer does not allow make a request Failed; other signers are left alone', async () => {
  const { create, decide, read } = await start()
  await create('server', { ...client, usages: ['server auth'] })
  await create('foreign', { ...client, signerName: 'example.com/own' })
  await decide('server', 'Approved')
  await decide('foreign', 'Approved')
  await expect.poll(async () => typesOf(await read('server'))).toEqual(['Approved', 'Failed'])
  expect((await read('foreign')).status?.certificate).toBeUndefined()
})

test('[LC106] a kubelet whose user has the right to it is approved and gets its certificate', async () => {
  const { create, pass, read } = await start()
  await create('kubelet', { ...client, signerName: 'orch.io/kube-apiserver-client-kubelet' })
  await create('person', client)
  await pass(1000)
  expect((await read('kubelet')).status?.conditions).toMatchObject([{ type: 'Approved', reason: 'AutoApproved' }])
  // Keys are made and used outside of the virtual time.
  await expect.poll(async () => (await read('kubelet')).status?.certificate).toMatch(/^LS0tLS1CRUdJTi/)
  expect(typesOf(await read('person'))).toEqual([])
})

test('[LC107] requests are over an hour after their decision, or after a day without one', async () => {
  const hourMs = 3_600_000
  const made: CertificateSigningRequest = { metadata: { creationTimestamp: '2026-03-01T00:00:00Z' } }
  const nowMs = Date.parse('2026-03-01T00:00:00Z')
  expect([23, 25].map((hours) => isOver(made, nowMs + hours * hourMs))).toEqual([false, true])
  const decided = { ...made, status: { conditions: [{ type: 'Denied', lastUpdateTime: '2026-03-01T00:30:00Z' }] } }
  expect([1, 1.6].map((hours) => isOver(decided, nowMs + hours * hourMs))).toEqual([false, true])

  const { create, decide, pass, read } = await start()
  await create('decided', client)
  await decide('decided', 'Denied')
  await pass(2.1 * hourMs)
  expect((await read('decided')).kind).toBe('Status')
})
