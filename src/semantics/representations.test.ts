import { expect, test } from 'vitest'
import { configMap, configMaps, startServer } from './trial-server.ts'

const table = 'application/json;as=Table;g=meta.orch.io;v=v1'

async function withOne() {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  return server
}

test('[NE1] the best supported clause of Accept is used', async () => {
  const server = await withOne()

  const yaml = await server.get(`${configMaps}/a`, { accept: 'text/html, application/json;q=0.5, application/yaml' })

  expect(yaml.headers.get('content-type')).toBe('application/yaml')
  expect(yaml.text).toContain('apiVersion: v1\n')
})

test('[NE2] an unsupported Accept is 406; wildcard subtypes and upper case are unsupported', async () => {
  const server = await withOne()

  for (const accept of ['application/pdf', 'application/*', 'APPLICATION/JSON']) {
    const { body } = await server.get(`${configMaps}/a`, { accept })
    expect([body.code, body.message]).toEqual([
      406,
      '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.orch.protobuf',
    ])
  }
})

test('[NE3] a body of an unknown media type is 415; YAML is supported', async () => {
  const server = await withOne()
  const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\ndata: {on: "1"}\n'

  const made = await server.send('POST', configMaps, yaml, { 'content-type': 'application/yaml' })
  const refused = await server.send('POST', configMaps, yaml, { 'content-type': 'text/plain' })

  expect([made.status, made.body.data]).toEqual([201, { true: '1' }])
  expect(refused.body.message).toBe(
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.orch.protobuf',
  )
})

test('[NE4] get, list and watch encode an object identically', async () => {
  const server = await withOne()

  const { text: alone } = await server.get(`${configMaps}/a`)
  const { text: listed } = await server.get(configMaps)
  const watch = await server.watch(`${configMaps}?watch=1`)
  const line = await watch.chunk()

  expect(line).toContain(alone.trim())
  expect(listed).toContain(alone.trim().replace('"kind":"ConfigMap","apiVersion":"v1",', ''))
  await watch.close()
})

test('[NE5] `pretty` indents, and so does the user agent of curl or a browser', async () => {
  const server = await withOne()

  expect((await server.get(`${configMaps}/a?pretty=1`)).text).toContain('\n  "kind"')
  expect((await server.get(`${configMaps}/a`, { 'user-agent': 'curl/8' })).text).toContain('\n  "kind"')
  expect((await server.get(`${configMaps}/a?pretty=false`, { 'user-agent': 'curl/8' })).text).not.toContain('\n  ')
})

test('[NE6] metadata only, of one object and of many', async () => {
  const server = await withOne()
  const as = (kind: string) => ({ accept: `application/json;as=${kind};g=meta.orch.io;v=v1` })

  const one = await server.get(`${configMaps}/a`, as('PartialObjectMetadata'))
  const many = await server.get(configMaps, as('PartialObjectMetadataList'))
  const wrong = await server.get(configMaps, as('PartialObjectMetadata'))

  expect(Object.keys(one.body)).toEqual(['kind', 'apiVersion', 'metadata'])
  expect(many.body.items[0].kind).toBe('PartialObjectMetadata')
  expect(wrong.body.message).toBe(
    'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
  )
})

test('[TA1] a Table has a row of cells for each object', async () => {
  const server = await withOne()

  const { body } = await server.get(configMaps, { accept: table })
  const bare = await server.get(`${configMaps}?includeObject=None`, { accept: table })

  expect([body.kind, body.apiVersion]).toEqual(['Table', 'meta.orch.io/v1'])
  expect(body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Data', 'Age'])
  expect(body.rows[0].cells.slice(0, 2)).toEqual(['a', 1])
  expect(body.rows[0].object.kind).toBe('PartialObjectMetadata')
  expect(bare.body.rows[0].object ?? null).toBeNull()
})
