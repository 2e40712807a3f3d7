import { expect, test } from 'vitest'
import { type TrialServer, configMap, configMaps, startServer } from './trial-server.ts'

const applyType = 'application/apply-patch+yaml'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const path = `${configMaps}/a`

interface Entry {
  readonly manager?: string
  readonly operation: string
  readonly subresource?: string
  readonly time?: string
  readonly fieldsV1: object
}

const apply = (server: TrialServer, url: string, body: unknown): ReturnType<TrialServer['send']> =>
  server.send('PATCH', url, body, { 'content-type': applyType })
const applyMap = (server: TrialServer, manager: string, data: object, more = ''): ReturnType<TrialServer['send']> =>
  apply(server, `${path}?fieldManager=${manager}${more}`, configMap('a', { data }))
const owners = (body: { readonly metadata: { readonly managedFields?: readonly Entry[] } }): unknown[] =>
  (body.metadata.managedFields ?? []).map(({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1])

test('[SSA1] an apply requires a field manager and a YAML object of the kind of the path', async () => {
  const server = startServer()

  const nobody = await apply(server, path, configMap('a'))
  const list = await apply(server, `${path}?fieldManager=m`, '- a')
  const bad = await apply(server, `${path}?fieldManager=m`, 'a: [')
  const other = await apply(server, `${path}?fieldManager=m`, 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}')

  expect([nobody.status, nobody.body.message]).toEqual([
    422,
    'PatchOptions.meta.orch.io "" is invalid: fieldManager: Required value: is required for apply patch',
  ])
  expect([list.status, list.body.message]).toEqual([
    400,
    'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
  ])
  expect(bad.status).toBe(400)
  expect(bad.body.message).toMatch(/^error decoding YAML: error converting YAML to JSON: yaml: /)
  expect([other.status, other.body.message]).toEqual([400, 'invalid object type: /v1, Kind=Secret'])
})

test('[SSA1] a duplicate key is warned of, refused or ignored, after the apply has been tried', async () => {
  const server = startServer()
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: "1"\n  x: "2"'

  const warned = await apply(server, `${path}?fieldManager=m`, text)
  const refused = await apply(server, `${path}?fieldManager=m&fieldValidation=Strict`, text)

  expect([warned.status, warned.body.data.x]).toEqual([201, '2'])
  expect(warned.headers.get('warning')).toBe('299 - "line 7: key \\"x\\" already set in map"')
  expect(refused.body.message).toBe(
    'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "x" already set in map',
  )
})

test('[SSA2] fields of other managers conflict, one by one; force takes their ownership', async () => {
  const server = startServer()
  await applyMap(server, 'one', { x: '1', y: '1' })
  await server.send(
    'PATCH',
    path,
    { data: { z: '1' } },
    {
      'content-type': 'application/merge-patch+json',
      'user-agent': 'editor/1.0 (x)',
    },
  )

  const single = await applyMap(server, 'two', { x: '2' })
  const several = await applyMap(server, 'two', { z: '2', y: '2' })
  const forced = await applyMap(server, 'two', { x: '2' }, '&force=true')

  expect(single.status).toBe(409)
  expect(single.body.details).toEqual({
    causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.x' }],
  })
  expect(single.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .data.x')
  expect(several.body.message).toBe(
    'Apply failed with 2 conflicts: conflicts with "editor" using v1:\n- .data.z\nconflicts with "one":\n- .data.y',
  )
  expect(owners(forced.body)).toEqual([
    ['one', 'Apply', { 'f:data': { 'f:y': {} } }],
    ['two', 'Apply', { 'f:data': { 'f:x': {} } }],
    ['editor', 'Update', { 'f:data': { 'f:z': {} } }],
  ])
})

test('[SSA3] [SSA8] a create owns the fields it sends and their defaults, an update only those it changes', async () => {
  const server = startServer()

  const created = await server.post(configMaps, configMap('a', { data: { x: '1', y: '1' } }))
  const updated = await server.send('PUT', `${path}?fieldManager=other`, configMap('a', { data: { x: '2', y: '1' } }))

  expect(owners(created.body)).toEqual([['unknown', 'Update', { 'f:data': { '.': {}, 'f:x': {}, 'f:y': {} } }]])
  expect(owners(updated.body)).toEqual([
    ['other', 'Update', { 'f:data': { 'f:x': {} } }],
    ['unknown', 'Update', { 'f:data': { '.': {}, 'f:y': {} } }],
  ])
})

test('[SSA4] a write that changes nothing keeps resourceVersion and times, also as an apply', async () => {
  const server = startServer()
  const first = await applyMap(server, 'one', { x: '1' })
  server.clock.advance(60_000)

  const again = await applyMap(server, 'one', { x: '1' })
  const other = await applyMap(server, 'two', { x: '1' })

  expect(again.body).toEqual(first.body)
  expect(other.body.metadata.resourceVersion).not.toBe(first.body.metadata.resourceVersion)
  expect(other.body.metadata.managedFields.map(({ time }: Entry) => time ?? null)).toEqual([
    null,
    first.body.metadata.creationTimestamp,
  ])
})

test('[SSA5] fields that their only applier omits are removed, shared ones remain', async () => {
  const server = startServer()
  await applyMap(server, 'one', { x: '1', y: '1' })
  await applyMap(server, 'two', { x: '1' })

  const left = await applyMap(server, 'one', {})
  const gone = await applyMap(server, 'two', {})

  expect(left.body.data).toEqual({ x: '1' })
  expect(gone.body).not.toHaveProperty('data')
})

test('[SSA7] [SSA13] status and scale have their own entries in managedFields', async () => {
  const server = startServer()
  const template = { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const spec = { replicas: 2, selector: { matchLabels: { app: 'd' } }, template }
  const typed = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' } }
  await apply(server, `${deployments}/d?fieldManager=one`, { ...typed, spec, status: { replicas: 9 } })

  const status = await apply(server, `${deployments}/d/status?fieldManager=ctl`, {
    ...typed,
    spec,
    status: { replicas: 3 },
  })
  await server.send(
    'PATCH',
    `${deployments}/d/scale?fieldManager=scaler`,
    { spec: { replicas: 5 } },
    {
      'content-type': 'application/merge-patch+json',
    },
  )
  const { body } = await server.get(`${deployments}/d`)

  expect(status.body.status.replicas).toBe(3)
  const entries: Entry[] = body.metadata.managedFields
  expect(entries.map(({ manager, subresource }) => [manager, subresource])).toEqual([
    ['ctl', 'status'],
    ['one', undefined],
    ['scaler', 'scale'],
  ])
  expect(entries[0]?.fieldsV1).toEqual({ 'f:status': { 'f:replicas': {} } })
  expect(entries[1]?.fieldsV1).not.toHaveProperty('f:spec.f:replicas')
  expect(entries[2]?.fieldsV1).toEqual({ 'f:spec': { 'f:replicas': {} } })
})

test('[SSA9] clients may set and clear managedFields; invalid entries are dropped', async () => {
  const server = startServer()
  await applyMap(server, 'one', { x: '1' })
  const entry = {
    manager: 'm',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { 'f:x': {} } },
  }
  const put = (managedFields: unknown): ReturnType<TrialServer['put']> =>
    server.put(path, configMap('a', { metadata: { name: 'a', managedFields }, data: { x: '1' } }))

  const unreadable = await put([{ ...entry, operation: 'Nope' }])
  const set = await put([entry])
  const cleared = await put([{}])
  await put([entry])
  const emptied = await server.send(
    'PATCH',
    path,
    { metadata: { managedFields: [] } },
    {
      'content-type': 'application/merge-patch+json',
    },
  )

  expect(owners(unreadable.body)).toEqual([['one', 'Apply', { 'f:data': { 'f:x': {} } }]])
  expect(set.body.metadata.managedFields).toEqual([entry])
  expect(cleared.body.metadata).not.toHaveProperty('managedFields')
  expect(emptied.body.metadata).not.toHaveProperty('managedFields')
})

test('[SSA14] a value that does not match the schema is refused with its path at every level of field validation', async () => {
  const server = startServer()
  const send = (body: unknown, more = ''): ReturnType<TrialServer['send']> =>
    apply(server, `${path}?fieldManager=m${more}`, body)

  const unknown = await send(configMap('a', { nope: 1 }), '&fieldValidation=Ignore')
  const wrong = await send(configMap('a', { immutable: 'x' }))
  const owned = await send(configMap('a', { metadata: { name: 'a', managedFields: [] } }))

  expect([unknown.status, unknown.body.message]).toEqual([
    500,
    'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .nope: field not declared in schema',
  ])
  expect(wrong.status).toBe(500)
  expect(wrong.body.message).toContain('.immutable: expected boolean, got ')
  expect([owned.status, owned.body.message]).toEqual([400, 'metadata.managedFields must be nil'])
})

test('[SSA15] the first apply to an object without managedFields attributes all its fields to before-first-apply', async () => {
  const server = startServer()
  await applyMap(server, 'one', { x: '1' })
  await server.send(
    'PATCH',
    path,
    { metadata: { managedFields: [{}] } },
    { 'content-type': 'application/merge-patch+json' },
  )

  const { status, body } = await applyMap(server, 'two', { x: '2' })

  expect([status, body.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x',
  ])
})

test('[SSA2] an apply honors the preconditions resourceVersion and uid, and a dry run stores nothing', async () => {
  const server = startServer()
  const dry = await applyMap(server, 'one', { x: '1' }, '&dryRun=All')
  const none = await server.get(path)
  const uid = { name: 'a', uid: '11111111-2222-3333-4444-555555555555' }

  const absent = await apply(server, `${path}?fieldManager=one`, configMap('a', { metadata: uid }))
  await applyMap(server, 'one', { x: '1' })
  const stale = await apply(
    server,
    `${path}?fieldManager=one`,
    configMap('a', { metadata: { name: 'a', resourceVersion: '1' }, data: { x: '2' } }),
  )

  expect([dry.status, none.status]).toEqual([201, 404])
  expect(absent.status).toBe(409)
  expect(absent.body.message).toContain('uid mismatch: the provided object specified uid 11111111')
  expect(stale.status).toBe(409)
})

test('[SSA16] a manager that used client-side apply before does not conflict with itself', async () => {
  const server = startServer()
  const annotation = 'kubectl.orch.io/last-applied-configuration'
  const config = configMap('a', { data: { x: '1', y: '1' } })
  const annotations = { [annotation]: JSON.stringify(config) }
  await server.send(
    'POST',
    `${configMaps}?fieldManager=kubectl-client-side-apply`,
    configMap('a', { metadata: { name: 'a', annotations }, data: { x: '1', y: '1' } }),
  )
  await server.send('PATCH', path, { data: { y: '2' } }, { 'content-type': 'application/merge-patch+json' })

  const other = await applyMap(server, 'two', { x: '2' })
  const moved = await applyMap(server, 'kubectl', { x: '2' })
  const touched = await applyMap(server, 'kubectl', { x: '2', y: '3' })

  expect(other.status).toBe(409)
  expect([moved.status, moved.body.data.x]).toEqual([200, '2'])
  expect(moved.body.metadata.annotations[annotation]).toBe(
    '{"apiVersion":"v1","data":{"x":"2"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
  )
  expect(touched.body.message).toBe('Apply failed with 1 conflict: conflict with "unknown" using v1: .data.y')
})
