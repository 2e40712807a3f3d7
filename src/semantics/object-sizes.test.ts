import { expect, test } from 'vitest'
import { customDefinition, openSchema } from '#testing/custom-definition.ts'
import { configMaps, startServer } from './trial-server.ts'

const keys = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`.padEnd(75, 'x'), 'v']))
const large = { metadata: { name: 'large' }, data: keys(9_999) }
const refusal = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'etcdserver: request is too large',
  code: 500,
}
const patchTypes = ['application/merge-patch+json', 'application/strategic-merge-patch+json'] as const

test('[WR14] an object that is too large with its managedFields is stored without them', async () => {
  const server = startServer()
  const created = await server.post(configMaps, large)
  expect(created.status).toBe(201)
  expect(created.body.metadata.managedFields).toBeUndefined()
  expect(Object.keys(created.body.data)).toHaveLength(9_999)
  const applied = await server.send(
    'PATCH',
    `${configMaps}/large?fieldManager=m`,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data: { a: 'b' } },
    { 'content-type': 'application/apply-patch+yaml' },
  )
  expect(applied.body).toEqual(refusal)
})

test('[WR14] an update or patch that makes an object too large drops its managedFields', async () => {
  for (const type of ['PUT', ...patchTypes]) {
    const server = startServer()
    const small = await server.post(configMaps, { metadata: { name: 'large' }, data: { a: 'b' } })
    expect(small.body.metadata.managedFields).toHaveLength(1)
    const [method, headers] = type === 'PUT' ? ['PUT', {}] : ['PATCH', { 'content-type': type }]
    const written = await server.send(method, `${configMaps}/large`, large, headers as Record<string, string>)
    expect(written.status, type).toBe(200)
    expect(written.body.metadata.managedFields, type).toBeUndefined()
  }
})

test('[WR14] an object that is too large without managedFields is refused, except in a dry run', async () => {
  const server = startServer()
  await server.post(
    '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
    customDefinition({ kind: 'Blob', name: 'blobs.example.com', scope: 'Cluster', schema: openSchema }),
  )
  const path = '/apis/example.com/v1/blobs'
  await expect.poll(async () => (await server.get(path)).status).toBe(200)
  const blob = (bytes: number): object => ({
    apiVersion: 'example.com/v1',
    kind: 'Blob',
    metadata: { name: 'b' },
    spec: 'x'.repeat(bytes),
  })
  expect((await server.post(path, blob(1_600_000))).body).toEqual(refusal)
  expect((await server.post(`${path}?dryRun=All`, blob(1_600_000))).status).toBe(201)
  expect((await server.post(path, blob(1_500_000))).status).toBe(201)

  const aliases = `spec: {a: &a ${'x'.repeat(20_000)}, b: [${'*a, '.repeat(900)}]}`
  const yaml = `apiVersion: example.com/v1\nkind: Blob\nmetadata: {name: c}\n${aliases}\n`
  const expanded = await server.send('POST', path, yaml, { 'content-type': 'application/yaml' })
  expect(expanded.body).toEqual(refusal)
})
