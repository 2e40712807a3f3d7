import { expect, test } from 'vitest'
import { configMap, configMaps, namesOf, startServer } from './trial-server.ts'

const held = (name: string): object => configMap(name, { metadata: { name, finalizers: ['example.com/a'] } })

test('[DE1] an object with finalizers remains until they are removed', async () => {
  const server = startServer()
  await server.post(configMaps, held('a'))

  const { body, status } = await server.delete(`${configMaps}/a`)

  expect(status).toBe(200)
  expect(body.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/a'] })
  expect(body.metadata.deletionTimestamp).toBeTruthy()
  expect((await server.get(`${configMaps}/a`)).status).toBe(200)
})

test('[DE2] options come from the body, else from the query; invalid ones are refused', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const wrong = await server.delete(`${configMaps}/a`, { propagationPolicy: 'Sideways' })
  const unreadable = await server.delete(`${configMaps}/a`, '[]')
  // With a body, even an empty object, the query is ignored.
  const real = await server.delete(`${configMaps}/a?dryRun=All`, {})

  expect(wrong.body.details.causes[0].message).toBe(
    'Unsupported value: "Sideways": supported values: "Foreground", "Background", "Orphan", "nil"',
  )
  expect([unreadable.status, unreadable.body.reason]).toEqual([500, undefined])
  expect([real.status, (await server.get(`${configMaps}/a`)).status]).toEqual([200, 404])
})

test('[DE3] preconditions check uid and resourceVersion', async () => {
  const server = startServer()
  const { body: made } = await server.post(configMaps, configMap('a'))

  const { body } = await server.delete(`${configMaps}/a`, { preconditions: { uid: 'other' } })

  expect([body.code, body.details]).toEqual([409, { name: 'a', kind: 'ConfigMap' }])
  expect(body.message).toContain(`(other) does not match the UID in record (${made.metadata.uid})`)
})

test('[DE4] the write that removes the last finalizer deletes the object', async () => {
  const server = startServer()
  await server.post(configMaps, held('a'))
  await server.delete(`${configMaps}/a`)

  const added = await server.patch(`${configMaps}/a`, { metadata: { finalizers: ['example.com/b'] } })
  const last = await server.patch(`${configMaps}/a`, { metadata: { finalizers: [] } })

  expect(added.body.details.causes[0].message).toContain('no new finalizers can be added')
  expect([last.status, last.body.kind]).toEqual([200, 'ConfigMap'])
  expect((await server.get(`${configMaps}/a`)).status).toBe(404)
})

test('[DE5] a propagation policy is stored as a finalizer for the garbage collector', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  await server.post(configMaps, configMap('b'))

  const foreground = await server.delete(`${configMaps}/a`, { propagationPolicy: 'Foreground' })
  const orphan = await server.delete(`${configMaps}/b`, { orphanDependents: true })

  expect(foreground.body.metadata.finalizers).toEqual(['foregroundDeletion'])
  expect(orphan.body.metadata.finalizers).toEqual(['orphan'])
})

test('[DE6] a pod on a node is deleted gracefully, and the grace period can only be shortened', async () => {
  const server = startServer()
  const pods = '/api/v1/namespaces/default/pods'
  const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] }
  await server.post(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec })

  const first = await server.delete(`${pods}/p`)
  const longer = await server.delete(`${pods}/p?gracePeriodSeconds=60`)
  const now = await server.delete(`${pods}/p?gracePeriodSeconds=0`)

  expect([first, longer, now].map(({ body }) => body.metadata.deletionGracePeriodSeconds)).toEqual([30, 30, 0])
  expect((await server.get(`${pods}/p`)).status).toBe(404)
})

test('[DE7] a deletion returns a Status that identifies the deleted object', async () => {
  const server = startServer()
  const { body: made } = await server.post(configMaps, configMap('a'))

  const { body } = await server.delete(`${configMaps}/a`)

  expect(body).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: 'a', kind: 'configmaps', uid: made.metadata.uid },
  })
})

test('[DE8] a collection is deleted by the selectors of a list', async () => {
  const server = startServer()
  for (const name of ['a', 'b', 'c']) await server.post(configMaps, configMap(name))

  const some = await server.delete(`${configMaps}?fieldSelector=metadata.name!%3Db`)
  const rest = await server.get(configMaps)

  expect([namesOf(some.body), namesOf(rest.body)]).toEqual([['a', 'c'], ['b']])
})

test('[DE9] a name can be reused after deletion, by an object with another uid', async () => {
  const server = startServer()
  const { body: first } = await server.post(configMaps, configMap('a'))
  await server.delete(`${configMaps}/a`)

  const { body: second } = await server.post(configMaps, configMap('a'))

  expect(second.metadata.uid).not.toBe(first.metadata.uid)
})
