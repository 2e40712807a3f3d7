import { expect, test } from 'vitest'
import { certificate, ecdsaRequest } from '#testing/certificate-requests.ts'
import { startServer } from './trial-server.ts'

const namesOf = (body: { items: { metadata: { name: string } }[] }): string[] =>
  body.items.map(({ metadata }) => metadata.name)

test('[APS4] every built-in group version has an APIService from the first start', async () => {
  const server = startServer()
  const groups = await server.get('/apis')
  const services = await server.get('/apis/apiregistration.orch.io/v1/apiservices')

  const versions = groups.body.groups.flatMap((group: { name: string; versions: { version: string }[] }) =>
    group.name === 'apiregistration.orch.io' ? [] : group.versions.map(({ version }) => `${version}.${group.name}`),
  )
  expect(namesOf(services.body)).toEqual(['v1.', ...versions].toSorted())
  const autoscaling = await server.get('/apis/apiregistration.orch.io/v1/apiservices/v1.autoscaling')
  expect(autoscaling.body.spec).toMatchObject({ groupPriorityMinimum: 17_500, versionPriority: 15 })
})

test('[DI9] groups are sorted by priority', async () => {
  const { body } = await startServer().get('/apis')
  const names = body.groups.map(({ name }: { name: string }) => name)
  expect(names.slice(0, 3)).toEqual(['apiregistration.orch.io', 'apps', 'events.orch.io'])
  expect(names.at(-1)).toBe('flowcontrol.apiserver.orch.io')
})

test('[SVN3] the default ServiceCIDR exists from the first start and is ready', async () => {
  const { body } = await startServer().get('/apis/networking.orch.io/v1/servicecidrs/orch')
  expect(body.spec).toEqual({ cidrs: ['10.96.0.0/12'] })
  expect(body.status.conditions).toMatchObject([{ type: 'Ready', status: 'True', reason: '' }])
  expect(body.metadata.managedFields).toMatchObject([
    { manager: 'orch-service-cidr-controller', operation: 'Apply', subresource: 'status' },
    { manager: 'kube-apiserver', operation: 'Update', fieldsV1: { 'f:spec': { 'f:cidrs': {} } } },
  ])
})

test('[CSR1] a request that is not signed by its key is refused, a signed one is stored', async () => {
  const server = startServer()
  const path = '/apis/certificates.orch.io/v1/certificatesigningrequests'
  const request = (text: string) => ({
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'A Name' },
    spec: { request: btoa(text), signerName: 'example.com/s', usages: ['client auth'] },
  })
  const refused = await server.post(path, request(certificate))
  expect(refused.body.details.causes).toMatchObject([{ field: 'spec.request' }])
  const made = await server.post(path, request(ecdsaRequest))
  expect(made.status).toBe(201)
  expect((await server.get(`${path}?fieldSelector=spec.signerName%3Dexample.com%2Fs`)).body.items).toHaveLength(1)
})

test('[CSR8] approving and signing require permission for the signer', async () => {
  const asked: string[] = []
  const authorizer = {
    authorize: async ({ verb, resource, name }: { verb: string; resource: string; name: string }) => {
      if (resource !== 'signers') return { type: 'allowed', why: 'a test' } as const
      asked.push(`${verb} ${name}`)
      return name.endsWith('/*') && verb === 'approve'
        ? ({ type: 'allowed', why: 'a test' } as const)
        : ({ type: 'denied', why: '' } as const)
    },
  }
  const server = startServer({ authorizer })
  const path = '/apis/certificates.orch.io/v1/certificatesigningrequests'
  const spec = { request: btoa(ecdsaRequest), signerName: 'example.com/s', usages: ['client auth'] }
  const { body } = await server.post(path, { metadata: { name: 'a' }, spec })
  const approved = [{ type: 'Approved', status: 'True' }]
  const { status } = await server.put(`${path}/a/approval`, { ...body, status: { conditions: approved } })
  const signed = await server.patch(`${path}/a/status`, { status: { certificate: btoa(certificate) } })

  expect(status).toBe(200)
  expect(signed.body.message).toBe(
    'certificatesigningrequests.certificates.orch.io "a" is forbidden: user not permitted to sign requests with signerName "example.com/s"',
  )
  expect(asked).toEqual(['approve example.com/s', 'approve example.com/*', 'sign example.com/s', 'sign example.com/*'])
})

test('[FC10] rows of flow schemas are in matching order', async () => {
  const { body } = await startServer().get('/apis/flowcontrol.apiserver.orch.io/v1/flowschemas', {
    accept: 'application/json;as=Table;g=meta.orch.io;v=v1',
  })
  const names = body.rows.map(({ cells }: { cells: string[] }) => cells[0])
  expect(names.slice(0, 3)).toEqual(['exempt', 'probes', 'system-leader-election'])
  expect(names.slice(5, 7)).toEqual(['kube-controller-manager', 'kube-scheduler'])
  expect(names.at(-1)).toBe('catch-all')
})
