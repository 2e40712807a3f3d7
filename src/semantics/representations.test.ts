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

test('[TA1] rows of a list are kept with the version of their object, and equal those of single objects', async () => {
  const server = await withOne()
  await server.post(configMaps, { ...configMap('b'), data: { text: 'é' } })
  const services = '/api/v1/namespaces/default/services'
  await server.post(services, { metadata: { name: 's', annotations: { a: '"ü' } }, spec: { ports: [{ port: 80 }] } })
  // Its cells depend on the clock in another way than the age of an object.
  const events = '/api/v1/namespaces/default/events'
  const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default', name: 'a' } }
  await server.post(events, { ...event, lastTimestamp: new Date(server.clock.now()).toISOString() })
  const rowOf = async (path: string, query: string): Promise<unknown> =>
    (await server.get(`${path}${query}`, { accept: table })).body.rows[0]

  for (const query of ['', '?includeObject=Object', '?includeObject=None'])
    for (const [list, name] of [
      [configMaps, 'a'],
      [services, 's'],
      [events, 'e'],
    ] as const) {
      const rows = (await server.get(`${list}${query}`, { accept: table })).body.rows
      expect(rows.find(({ cells }: { cells: unknown[] }) => list === events || cells[0] === name)).toEqual(
        await rowOf(`${list}/${name}`, query),
      )
    }
  server.clock.advance(90_000)
  expect((await server.get(events, { accept: table })).body.rows[0].cells[0]).toBe('90s')
  const later = (await server.get(configMaps, { accept: table })).body
  expect(later.rows.map(({ cells }: { cells: unknown[] }) => cells)).toEqual([
    ['a', 1, '90s'],
    ['b', 1, '90s'],
  ])
  await server.send('PUT', `${configMaps}/a`, JSON.stringify({ ...configMap('a'), data: { x: '1', y: '2' } }))
  const [changed] = (await server.get(configMaps, { accept: table })).body.rows
  expect(changed).toEqual(await rowOf(`${configMaps}/a`, ''))
  expect(changed.cells).toEqual(['a', 2, '90s'])
})
