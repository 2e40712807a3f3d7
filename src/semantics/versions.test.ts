import { expect, test } from 'vitest'
import { configMap, configMaps, namesOf, startServer } from './trial-server.ts'

test('[RV1] [RV3] a stale resourceVersion conflicts; an unconditional update is allowed where the kind allows it', async () => {
  const server = startServer()
  const { body: first } = await server.post(configMaps, configMap('a'))
  await server.patch(`${configMaps}/a`, { data: { k: '2' } })

  const stale = await server.put(`${configMaps}/a`, { ...first, data: { k: '3' } })
  const blind = await server.put(`${configMaps}/a`, configMap('a', { data: { k: '4' } }))

  expect(stale.body.message).toBe(
    'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
  )
  expect([stale.status, blind.status]).toEqual([409, 200])
})

test('[RV2] a malformed resourceVersion is 400 on a list, and 500 without a reason elsewhere', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const fault = 'strconv.ParseUint: parsing "x": invalid syntax'

  const list = await server.get(`${configMaps}?resourceVersion=x`)
  const get = await server.get(`${configMaps}/a?resourceVersion=x`)
  const put = await server.put(`${configMaps}/a`, configMap('a', { metadata: { name: 'a', resourceVersion: 'x' } }))

  expect([list.status, list.body.message]).toEqual([
    400,
    `invalid resource version: resourceVersion: Invalid value: "x": ${fault}`,
  ])
  expect([get.status, get.body.reason, get.body.message]).toEqual([
    500,
    undefined,
    `resourceVersion: Invalid value: "x": ${fault}`,
  ])
  expect([put.status, put.body.message]).toEqual([500, fault])
})

test('[RV3] a resourceVersion on a new object is refused, unless it is 0', async () => {
  const server = startServer()
  const versioned = (resourceVersion: string): object => configMap('a', { metadata: { name: 'a', resourceVersion } })

  expect((await server.post(configMaps, versioned('5'))).body.message).toBe(
    'resourceVersion should not be set on objects to be created',
  )
  expect((await server.post(configMaps, versioned('0'))).status).toBe(201)
})

test('[RV4] Exact lists the collection at that resourceVersion, NotOlderThan the current one', async () => {
  const server = startServer()
  const { body: first } = await server.post(configMaps, configMap('a'))
  await server.post(configMaps, configMap('b'))
  const at = `resourceVersion=${first.metadata.resourceVersion}`

  const exact = await server.get(`${configMaps}?${at}&resourceVersionMatch=Exact`)
  const newer = await server.get(`${configMaps}?${at}&resourceVersionMatch=NotOlderThan`)
  const legacy = await server.get(`${configMaps}?${at}&limit=5`)

  expect(namesOf(exact.body)).toEqual(['a'])
  expect(exact.body.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
  expect(namesOf(newer.body)).toEqual(['a', 'b'])
  expect(namesOf(legacy.body)).toEqual(['a'])
})

test('[RV5] a future resourceVersion is waited for three seconds, then 504 with its cause', async () => {
  const server = startServer()

  const waiting = server.get(`${configMaps}?resourceVersion=999999&resourceVersionMatch=NotOlderThan`)
  await server.server.ready
  for (let step = 0; step < 200; step++) {
    server.clock.advance(25)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  const { status, body, headers } = await waiting

  expect([status, body.reason, headers.get('retry-after')]).toEqual([504, 'Timeout', '1'])
  expect(body.details).toEqual({
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  })
})

test('[RV6] a get at an older resourceVersion returns the newest object', async () => {
  const server = startServer()
  const { body: first } = await server.post(configMaps, configMap('a'))
  await server.patch(`${configMaps}/a`, { data: { k: '2' } })

  const { body } = await server.get(`${configMaps}/a?resourceVersion=${first.metadata.resourceVersion}`)

  expect(body.data.k).toBe('2')
})

test('[RV7] a compacted resourceVersion is 410', async () => {
  const server = startServer()
  const { body: first } = await server.post(configMaps, configMap('a'))
  await server.post(configMaps, configMap('b'))
  await server.log.compact(server.log.revision() as Parameters<typeof server.log.compact>[0])

  const { body } = await server.get(
    `${configMaps}?resourceVersion=${first.metadata.resourceVersion}&resourceVersionMatch=Exact`,
  )

  expect([body.code, body.reason, body.message]).toEqual([
    410,
    'Expired',
    'The resourceVersion for the provided list is too old.',
  ])
})
