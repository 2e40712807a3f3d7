import { expect, test } from 'vitest'
import { ecdsaRequest } from '#testing/certificate-requests.ts'
import { startServer } from './trial-server.ts'

const inDefault = (path: string): string => path.replace('{ns}', 'namespaces/default')
const pods = '/api/v1/namespaces/default/pods'
const spec = { containers: [{ name: 'c', image: 'i' }], automountServiceAccountToken: false }
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec }

test('[SC12] a dry run returns an empty list as storage would', async () => {
  const server = startServer()
  const roles = inDefault('/apis/rbac.authorization.orch.io/v1/{ns}/roles')
  const role = { apiVersion: 'rbac.authorization.orch.io/v1', kind: 'Role', metadata: { name: 'r' }, rules: [] }
  const created = await server.post(`${roles}?dryRun=All`, role)
  expect([created.status, created.body.rules]).toEqual([201, null])
  await server.post(roles, { ...role, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] })
  const updated = await server.put(`${roles}/r?dryRun=All`, role)
  expect([updated.status, updated.body.rules]).toEqual([200, null])
})

test('[NS6] a deletion adds the finalizer of its propagation policy to a namespace', async () => {
  const server = startServer()
  await server.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'z' } })
  const finalizers = async (query: string) =>
    (await server.delete(`/api/v1/namespaces/z?dryRun=All&${query}`)).body.metadata.finalizers
  expect(await finalizers('propagationPolicy=Orphan')).toEqual(['orphan'])
  expect(await finalizers('orphanDependents=true')).toEqual(['orphan'])
  expect(await finalizers('propagationPolicy=Foreground')).toEqual(['foregroundDeletion'])
  expect(await finalizers('propagationPolicy=Background')).toBeUndefined()
})

test('[DE3] the conflict of an event names the kind without the group, in either API group', async () => {
  const server = startServer()
  const events = inDefault('/api/v1/{ns}/events')
  const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' }
  await server.post(events, { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, involvedObject })
  const { body } = await server.delete(inDefault('/apis/events.orch.io/v1/{ns}/events/e?resourceVersion=1'))
  expect(body.message).toMatch(/^Operation cannot be fulfilled on Event "e": the ResourceVersion in the precondition/)
})

test('[POD61] an eviction with invalid delete options is refused', async () => {
  const server = startServer()
  await server.post(pods, pod)
  const evict = (deleteOptions: object) =>
    server.post(`${pods}/p/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'p' },
      deleteOptions,
    })
  expect((await evict({ propagationPolicy: 'Bad' })).status).toBe(422)
  const both = await evict({ orphanDependents: true, propagationPolicy: 'Orphan' })
  expect([both.status, both.body.details.causes[0].field]).toEqual([422, 'propagationPolicy'])
})

test('[SUB7] a scale with another namespace or uid is refused', async () => {
  const server = startServer()
  const deployments = inDefault('/apis/apps/v1/{ns}/deployments')
  const labels = { a: 'b' }
  await server.post(deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  })
  const path = `${deployments}/d/scale`
  const metadata = { name: 'd', namespace: 'other' }
  const moved = await server.put(path, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: { replicas: 2 } })
  expect([moved.status, moved.body.message]).toEqual([
    400,
    'the namespace of the provided object does not match the namespace sent on the request',
  ])
  const other = await server.patch(path, { metadata: { uid: 'x' }, spec: { replicas: 3 } })
  expect([other.status, other.body.details.kind]).toEqual([409, 'deployments/scale'])
  expect(other.body.message).toMatch(
    /^Operation cannot be fulfilled on deployments\/scale.apps "d": Precondition failed: UID/,
  )
})

test('[SVC16] a Service that becomes ExternalName loses its internal traffic policy', async () => {
  const server = startServer()
  const services = inDefault('/api/v1/{ns}/services')
  const ports = [{ port: 80 }]
  await server.post(services, { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports } })
  const { body } = await server.patch(`${services}/s`, {
    spec: { type: 'ExternalName', externalName: 'a.example.com' },
  })
  expect([body.spec.type, body.spec.internalTrafficPolicy]).toEqual(['ExternalName', undefined])
})

test('[VAC3] a volume attributes class in use is protected from removal by a finalizer', async () => {
  const server = startServer()
  const classes = '/apis/storage.orch.io/v1/volumeattributesclasses'
  const made = { apiVersion: 'storage.orch.io/v1', kind: 'VolumeAttributesClass', metadata: { name: 'c' } }
  const { body } = await server.post(classes, { ...made, driverName: 'd.example.com', parameters: { a: 'b' } })
  expect(body.metadata.finalizers).toEqual(['orch.io/vac-protection'])
  await server.delete(`${classes}/c`)
  expect((await server.get(`${classes}/c`)).body.metadata.deletionTimestamp).toBeDefined()
})

test('[CSR9] managedFields never contain the spec of a certificate signing request', async () => {
  const server = startServer()
  const { body } = await server.post('/apis/certificates.orch.io/v1/certificatesigningrequests', {
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'c', labels: { a: 'b' } },
    spec: { request: btoa(ecdsaRequest), signerName: 'example.com/s', usages: ['client auth'] },
  })
  expect(body.metadata.managedFields.map(({ fieldsV1 }: { fieldsV1: object }) => Object.keys(fieldsV1))).toEqual([
    ['f:metadata'],
  ])
})

test('[SUB8] a binding with another uid is refused with the message of storage', async () => {
  const server = startServer()
  await server.post(pods, pod)
  const metadata = { name: 'p', uid: 'wrong' }
  const { body } = await server.post(`${pods}/p/binding`, {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata,
    target: { name: 'n' },
  })
  expect(body.message).toContain(
    'Operation cannot be fulfilled on pods "p": StorageError: invalid object, Code: 4, Key: /registry/pods/default/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: wrong',
  )
})
