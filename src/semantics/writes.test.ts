import { expect, test } from 'vitest'
import { configMap, configMaps, startServer } from './trial-server.ts'

test('[WR1] the server sets uid and creationTimestamp; client values are ignored', async () => {
  const server = startServer()
  const sent = { name: 'a', uid: 'mine', creationTimestamp: '2001-01-01T00:00:00Z', selfLink: '/x' }

  const { body, status } = await server.post(configMaps, configMap('a', { metadata: sent }))

  expect(status).toBe(201)
  expect(body.metadata.uid).not.toBe('mine')
  expect(body.metadata.creationTimestamp).not.toBe(sent.creationTimestamp)
  expect(body.metadata).not.toHaveProperty('selfLink')
})

test('[WR2] an object whose namespace or name differs from the path is refused', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const elsewhere = await server.post(configMaps, configMap('b', { metadata: { name: 'b', namespace: 'other' } }))
  const renamed = await server.put(`${configMaps}/a`, configMap('b'))

  expect(elsewhere.body.message).toBe(
    'the namespace of the provided object does not match the namespace sent on the request',
  )
  expect(renamed.body.message).toBe('the name of the object (b) does not match the name on the URL (a)')
})

test('[WR3] messages print owners with their fields in the order of the type, whatever the order of the client', async () => {
  const owner = (uid: string) => ({ controller: true, uid, kind: 'K', apiVersion: 'v1' })
  const metadata = {
    ownerReferences: [owner('u'), owner('v'), { uid: 'w', name: 'e', kind: 'Event', apiVersion: 'v1' }],
  }

  const { body } = await startServer().post(configMaps, configMap('a', { metadata: { name: 'a', ...metadata } }))

  const printed = (uid: string) => `{"apiVersion":"v1","kind":"K","name":"","uid":"${uid}","controller":true}`
  const event = '{"apiVersion":"v1","kind":"Event","name":"e","uid":"w"}'
  expect(body.message).toContain(`Invalid value: [${printed('u')},${printed('v')},${event}]: Only one reference`)
  expect(body.message).toContain(`Invalid value: ${event}: /v1, Kind=Event is disallowed`)
})

test('[WR3] [WR4] [WR12] all metadata is validated: name, labels, annotations, ownerReferences, finalizers, in that order', async () => {
  const metadata = {
    name: 'Bad',
    labels: { 'bad key': 'v' },
    annotations: { '-x': 'y' },
    ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' }],
    finalizers: ['noslash'],
  }

  const { body } = await startServer().post(configMaps, configMap('Bad', { metadata }))

  expect([body.code, body.reason]).toEqual([422, 'Invalid'])
  expect(body.details.causes.map(({ field }: { field: string }) => field)).toEqual([
    'metadata.name',
    'metadata.labels',
    'metadata.annotations',
    'metadata.ownerReferences',
    'metadata.finalizers[0]',
  ])
})

test('[WR5] an update cannot change the identity, and the cause is repeated as in the reference', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const { body } = await server.patch(`${configMaps}/a`, { metadata: { uid: 'other' } })

  expect(body.details.causes).toEqual(
    Array.from({ length: 2 }, () => ({
      reason: 'FieldValueInvalid',
      message: 'Invalid value: "other": field is immutable',
      field: 'metadata.uid',
    })),
  )
})

test('[WR6] a generated name is the prefix and five characters; an existing name is 409', async () => {
  const server = startServer()

  const made = await server.post(configMaps, configMap('', { metadata: { generateName: 'gen-' } }))
  const again = await server.post(configMaps, configMap(made.body.metadata.name))

  expect(made.body.metadata.name).toMatch(/^gen-.{5}$/)
  expect([again.body.code, again.body.reason]).toEqual([409, 'AlreadyExists'])
})

test('[WR6] a generated name that exists is regenerated, up to eight times', async () => {
  const server = startServer({ random: () => 'aaaaa' })
  const sent = configMap('', { metadata: { generateName: 'gen-' } })
  await server.post(configMaps, sent)

  const { body } = await server.post(configMaps, sent)

  expect(body.message).toContain('the server was not able to generate a unique name for the object')
  expect(body.details.retryAfterSeconds).toBe(1)
})

test('[WR7] PUT to a missing name is 404, unless the kind allows creation', async () => {
  const server = startServer()
  const leases = '/apis/coordination.orch.io/v1/namespaces/default/leases'
  const lease = { apiVersion: 'coordination.orch.io/v1', kind: 'Lease', metadata: { name: 'l' } }

  expect((await server.put(`${configMaps}/a`, configMap('a'))).status).toBe(404)
  expect((await server.put(`${leases}/l`, lease)).status).toBe(201)
})

test('[WR7] an apply that races with a creation becomes an update', async () => {
  const server = startServer()
  const apply = (manager: string) =>
    server.send(
      'PATCH',
      `/api/v1/namespaces/default/configmaps/raced?fieldManager=${manager}`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'raced' }, data: { [manager]: 'x' } },
      { 'content-type': 'application/apply-patch+yaml' },
    )

  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(apply))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
  const { body } = await server.get('/api/v1/namespaces/default/configmaps/raced')
  expect(body.data).toEqual({ a: 'x', b: 'x', c: 'x', d: 'x' })
})

test('[WR7] the uid of an update is a precondition', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const { body } = await server.put(`${configMaps}/a`, configMap('a', { metadata: { name: 'a', uid: 'other' } }))

  expect(body.code).toBe(409)
  expect(body.message).toContain('Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg')
})

test('[WR8] a write that changes nothing keeps the resourceVersion and adds no revision', async () => {
  const server = startServer()
  const { body: first } = await server.post(configMaps, configMap('a'))
  const revision = server.log.revision()

  const { body: second } = await server.put(`${configMaps}/a`, configMap('a'))

  expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
  expect(server.log.revision()).toBe(revision)
})

test('[WR9] options of a write are validated before its body', async () => {
  const { body } = await startServer().post(`${configMaps}?fieldManager=${'m'.repeat(129)}`, '{')

  expect(body.details).toMatchObject({ group: 'meta.orch.io', kind: 'CreateOptions' })
  expect(body.details.causes[0].message).toBe('Too long: may not be more than 128 bytes')
})

test('[WR10] duplicate owner references are merged, with a warning', async () => {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }
  const metadata = { name: 'a', ownerReferences: [owner, owner] }

  const { body, headers } = await startServer().post(configMaps, configMap('a', { metadata }))

  expect(body.metadata.ownerReferences).toEqual([owner])
  expect(headers.get('warning')).toContain('duplicate UID(s) observed: u')
})

test('[WR11] a body of another kind is refused with both kinds', async () => {
  const server = startServer()
  const said = async (body: unknown): Promise<string> => (await server.post(configMaps, body)).body.message

  expect(await said({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })).toBe(
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
  )
  expect(await said({ apiVersion: 'v9', kind: 'ConfigMap' })).toBe(
    'ConfigMap in version "v9" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v9" in scheme "pkg/runtime/scheme.go:110"',
  )
  expect(await said('{')).toBe(
    "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input ({)",
  )
})

test('[DR1] a dry run responds like the real write and stores nothing', async () => {
  const server = startServer()
  await server.server.ready
  const revision = server.log.revision()

  const { status, body } = await server.post(`${configMaps}?dryRun`, configMap('a'))

  expect([status, body.metadata.name, body.metadata.resourceVersion]).toEqual([201, 'a', undefined])
  expect(server.log.revision()).toBe(revision)
  expect((await server.post(`${configMaps}?dryRun=Some`, configMap('a'))).body.details.causes[0].message).toBe(
    'Unsupported value: ["Some"]: supported values: "All"',
  )
})

test('[FV1] unknown and duplicate fields are refused, warned of or ignored, as requested', async () => {
  const server = startServer()
  const sent = (name: string): string => `{"metadata":{"name":"${name}"},"bogus":1,"data":{"a":"1","a":"2"}}`

  const strict = await server.post(`${configMaps}?fieldValidation=Strict`, sent('a'))
  const warned = await server.post(configMaps, sent('b'))
  const ignored = await server.post(`${configMaps}?fieldValidation=Ignore`, sent('c'))

  expect(strict.body.message).toBe(
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "bogus", duplicate field "data.a"',
  )
  expect(warned.headers.get('warning')?.match(/299/g)).toHaveLength(2)
  expect([ignored.status, ignored.headers.get('warning'), ignored.body.data]).toEqual([201, null, { a: '2' }])
})

test('[FV1] each duplicate key of a YAML body has its own warning', async () => {
  const text = 'metadata: {name: a, name: a}\ndata:\n  x: "1"\n  x: "2"\n'

  const { headers } = await startServer().send('POST', configMaps, text, { 'content-type': 'application/yaml' })

  expect(headers.get('warning')).toBe(
    '299 - "line 1: key \\"name\\" already set in map", 299 - "line 4: key \\"x\\" already set in map"',
  )
})

test('[WR13] keys with the names of prototype members are data', async () => {
  const server = startServer()

  await server.post(configMaps, '{"metadata":{"name":"a"},"data":{"__proto__":"1","constructor":"2"}}')
  const { text } = await server.get(`${configMaps}/a`)

  expect(text).toContain('"data":{"__proto__":"1","constructor":"2"}')
  expect(({} as Record<string, unknown>)['1']).toBeUndefined()
})

test('[WR11] a kind that is registered but not served is decoded before it is refused', async () => {
  const server = startServer()
  const refusal = async (body: object): Promise<string> => (await server.post(configMaps, body)).body.message

  expect(await refusal({ apiVersion: 'v1', kind: 'List', items: [] })).toBe(
    'List in version "v1" cannot be handled as a ConfigMap: converting (v1.List) to (core.ConfigMap): unknown conversion',
  )
  expect(await refusal({ apiVersion: 'extensions/v1beta1', kind: 'Deployment' })).toContain(
    'converting (v1beta1.Deployment) to (core.ConfigMap): unknown conversion',
  )
  const deployment = await server.post('/apis/apps/v1/namespaces/default/deployments', {
    apiVersion: 'extensions/v1beta1',
    kind: 'Deployment',
  })
  expect(deployment.body.message).toBe(
    'the API version in the data (extensions/v1beta1) does not match the expected API version (apps/v1)',
  )
})

test('[SUB5] [SUB3] the response to a review can be converted to its metadata', async () => {
  const server = startServer()
  const accept = 'application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1'
  const spec = { nonResourceAttributes: { path: '/', verb: 'get' } }

  const path = '/apis/authorization.orch.io/v1/selfsubjectaccessreviews'
  const review = await server.send('POST', path, { spec }, { accept })
  const table = await server.send('POST', path, { spec }, { accept: accept.replace('PartialObjectMetadata', 'Table') })

  expect([review.status, review.body.kind, review.body.spec]).toEqual([201, 'PartialObjectMetadata', undefined])
  expect(table.status).toBe(406)
})

test('[WR12] kinds with generic metadata validation accept any finalizer', async () => {
  const server = startServer()
  const lease = (name: string) => ({
    apiVersion: 'coordination.orch.io/v1',
    kind: 'Lease',
    metadata: { name, finalizers: ['bad'] },
  })
  expect((await server.post('/apis/coordination.orch.io/v1/namespaces/default/leases', lease('a'))).status).toBe(201)
  const refused = await server.post(configMaps, configMap('a', { metadata: { name: 'a', finalizers: ['bad'] } }))
  expect(refused.body.message).toContain('name is neither a standard finalizer name nor is it fully qualified')
})

test('[WR15] a dry run of a create returns the resourceVersion that was sent; a real one is refused', async () => {
  const server = startServer()
  const sent = configMap('a', { metadata: { name: 'a', resourceVersion: '123' } })
  const dry = await server.post(`${configMaps}?dryRun=All`, sent)
  expect([dry.status, dry.body.metadata.resourceVersion]).toEqual([201, '123'])
  expect((await server.post(configMaps, sent)).status).toBe(500)
})

test('[LR4] a LimitRange without a name is named by a uid', async () => {
  const server = startServer()
  const { status, body } = await server.post('/api/v1/namespaces/default/limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    spec: { limits: [] },
  })
  expect(status).toBe(201)
  expect(body.metadata.name).not.toBe('')
  expect(body.metadata.name).not.toBe(body.metadata.uid)
})

test('[DRA9] admin access to devices requires the label of the namespace', async () => {
  const server = startServer()
  const claims = '/apis/resource.orch.io/v1/namespaces/default/resourceclaims'
  const claim = {
    apiVersion: 'resource.orch.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'c' },
    spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd', adminAccess: true } }] } },
  }
  const refused = await server.post(claims, claim)
  expect(refused.body.details.causes).toEqual([
    {
      reason: 'FieldValueForbidden',
      message:
        'Forbidden: admin access to devices requires the `resource.orch.io/admin-access: true` label on the containing namespace',
      field: 'spec.devices.requests[0].adminAccess',
    },
  ])
  const labels = { 'resource.orch.io/admin-access': 'true' }
  await server.patch('/api/v1/namespaces/default', { metadata: { labels } })
  expect((await server.post(claims, claim)).status).toBe(201)
})

test('[POD73] class names that are invalid object names are refused at the lookup', async () => {
  const server = startServer()
  const create = (name: string, more: object) =>
    server.post('/api/v1/namespaces/default/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'c', image: 'i' }], ...more },
    })
  const answers = [
    await create('a', { priorityClassName: 'a/b' }),
    await create('a', { runtimeClassName: 'a/b' }),
    await create('a', { runtimeClassName: '' }),
    await create('a', { overhead: {} }),
  ]
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
    [403, 'pods "a" is forbidden: no PriorityClass with name a/b was found'],
    [500, 'invalid resource name "a/b": [may not contain \'/\']'],
    [500, 'resource name may not be empty'],
    [403, 'pods "a" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'],
  ])
})
