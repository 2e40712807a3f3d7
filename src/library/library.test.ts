import { expect, test } from 'vitest'
import { storedHistory } from '#testing/stored-history.ts'
import { createOrchard, loopNames, type OrchardOptions, type OrchardServer } from './orchard.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, data: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

const read = async (server: OrchardServer, path: string) => (await server.fetch(path)).json() as Promise<never>

const post = (server: OrchardServer, path: string, body: object) =>
  server.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('[LIB1] objects are created in order, from YAML, JSON and plain data, also those of a new kind', async () => {
  const definition = `
apiVersion: apiextensions.orch.io/v1
kind: CustomResourceDefinition
metadata: {name: books.shop.example}
spec:
  group: shop.example
  scope: Namespaced
  names: {plural: books, singular: book, kind: Book}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-orch-preserve-unknown-fields: true}}}
---
apiVersion: shop.example/v1
kind: Book
metadata: {name: dune, namespace: shop}
`
  await using server = await createOrchard({ objects: [namespace('shop'), definition] })
  expect(await read(server, '/apis/shop.example/v1/namespaces/shop/books/dune')).toMatchObject({ kind: 'Book' })
})

test('[LIB1] an object that is refused rejects with its name and the words of the server', async () => {
  await expect(createOrchard({ objects: [configMap('A_')] })).rejects.toThrow(/^ConfigMap A_: .*Invalid value: "A_"/)
  await expect(createOrchard({ objects: 'kind: None\napiVersion: v1\n' })).rejects.toThrow('serves no None of v1')
  await expect(createOrchard({ objects: '- 1' })).rejects.toThrow(TypeError)
})

test.each([
  [{ sede: 1 }, 'there is no option "sede"'],
  [{ seed: 0.5 }, 'seed is a whole number'],
  [{ nodes: -1 }, 'nodes is a number'],
  [{ now: 'noon' }, 'now is no time: "noon"'],
  [{ loops: ['gc'] }, 'there is no loop "gc"; there are namespace, garbage-collector'],
  [{ loops: 'gc' }, 'loops is "*" or a list'],
  [{ authorization: 'ABAC' }, 'authorization is'],
  [{ users: [{ name: 'a' }] }, 'each of users has a token'],
  [{ log: { name: 'x' } }, 'log is made by'],
])('[LIB5] %j is a TypeError in one sentence', async (options, message) => {
  const error: unknown = await createOrchard(options as OrchardOptions).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect(String(error)).toContain(`createOrchard: ${message}`)
})

test('[LIB3] a given time stands still until it is advanced', async () => {
  await using server = await createOrchard({ now: '2026-01-01T00:00:00Z' })
  await post(server, configMaps, configMap('a'))
  await server.clock.advance('1h30m')
  await post(server, configMaps, configMap('b'))
  const { items } = (await read(server, configMaps)) as { items: { metadata: { creationTimestamp: string } }[] }
  expect(items.map(({ metadata }) => metadata.creationTimestamp)).toEqual([
    '2026-01-01T00:00:00Z',
    '2026-01-01T01:30:00Z',
  ])
  await expect(server.clock.advance('soon')).rejects.toThrow(TypeError)
  await expect(server.clock.advance(-1)).rejects.toThrow('is no duration')
})

test('[LIB4] settled() waits until the loops have nothing left to do', async () => {
  await using server = await createOrchard({
    now: 0,
    loops: ['namespace'],
    objects: [namespace('shop'), { ...configMap('a'), metadata: { name: 'a', namespace: 'shop' } }],
  })
  await server.fetch('/api/v1/namespaces/shop', { method: 'DELETE' })
  await server.settled()
  expect(await read(server, '/api/v1/namespaces/shop')).toMatchObject({ status: { phase: 'Terminating' } })
  await server.clock.advance('10s')
  expect((await server.fetch('/api/v1/namespaces/shop')).status).toBe(404)
  expect(loopNames).toContain('namespace')
})

test('[LIB6] a fork has the same objects, history and revision, and goes its own way', async () => {
  await using server = await createOrchard({ seed: 1, now: 0, objects: [configMap('a', { x: '1' })] })
  const before = server.revision()
  await using fork = await server.fork()
  expect(fork.revision()).toBe(before)
  expect(await storedHistory(fork)).toEqual(await storedHistory(server))
  await post(fork, configMaps, configMap('b'))
  expect((await server.fetch(`${configMaps}/b`)).status).toBe(404)
  expect(server.revision()).toBe(before)
  // Both continue with the same uids.
  await post(server, configMaps, configMap('b'))
  expect(await read(server, `${configMaps}/b`)).toEqual(await read(fork, `${configMaps}/b`))
})

test('[LIB6] the simulated nodes of a server go on in its forks', async () => {
  const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'c' }] } }
  await using server = await createOrchard({ seed: 1, now: 0, loops: '*', nodes: 1 })
  await using fork = await server.fork()
  await post(fork, '/api/v1/namespaces/default/pods', pod)
  await fork.clock.advance('5s')
  expect(await read(fork, '/api/v1/namespaces/default/pods/p')).toMatchObject({ status: { phase: 'Running' } })
  expect((await server.fetch('/api/v1/namespaces/default/pods/p')).status).toBe(404)
})

test('[LIB7] waitForRevision() resolves with the write, and rejects when the server is closed', async () => {
  const server = await createOrchard()
  const next = server.revision() + 1
  const written = server.waitForRevision(String(next))
  await post(server, configMaps, configMap('a'))
  await written
  await server.waitForRevision(next)
  const never = server.waitForRevision(next + 100)
  const closed = expect(never).rejects.toThrow()
  await server.close()
  await closed
  expect(() => server.waitForRevision('x')).toThrow(TypeError)
})

test('[LIB7] expireHistory() answers 410 to older watches, cutWatches() ends open ones', async () => {
  await using server = await createOrchard({ objects: [configMap('a'), configMap('b')] })
  const old = server.revision() - 1
  const watch = await server.fetch(`${configMaps}?watch=true&resourceVersion=${server.revision()}`)
  expect(await server.cutWatches()).toBe(1)
  expect(await watch.text()).toBe('')
  await server.expireHistory()
  const answer = await server.fetch(`${configMaps}?watch=true&resourceVersion=${old}`)
  expect(await answer.text()).toContain('"code":410')
})

test('[LIB8] users have tokens and roles; others are anonymous', async () => {
  const binding = {
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'viewers' },
    roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'Group', apiGroup: 'rbac.authorization.orch.io', name: 'viewers' }],
  }
  const users = [
    { token: 'a-token', name: 'alice', groups: ['viewers'] },
    { token: 'b-token', name: 'bob' },
  ]
  await using server = await createOrchard({ users, objects: [binding] })
  const as = async (token: string) =>
    (await server.fetch(configMaps, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } })).status
  expect([await as('a-token'), await as('b-token'), await as('c-token'), await as('')]).toEqual([200, 403, 401, 403])
})
