import { expect, test } from 'vitest'
import { configMap, configMaps, startServer } from './trial-server.ts'

const send = (type: string) => ({ 'content-type': type })

test('[PA1] the body type chooses the kind of patch', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const merged = await server.send(
    'PATCH',
    `${configMaps}/a`,
    { data: { x: '1' } },
    send('application/merge-patch+json'),
  )
  const operations = [{ op: 'remove', path: '/data/k' }]
  const patched = await server.send('PATCH', `${configMaps}/a`, operations, send('application/json-patch+json'))
  const wrong = await server.send('PATCH', `${configMaps}/a`, {}, send('application/json'))

  expect([merged.body.data, patched.body.data]).toEqual([{ k: 'v', x: '1' }, { x: '1' }])
  expect([wrong.status, wrong.body.message]).toEqual([415, '415: Unsupported Media Type'])
})

test('[PA1] a patch of an absent object is 404, a failed test 422', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const test = [{ op: 'test', path: '/data/k', value: 'other' }]

  const failed = await server.send('PATCH', `${configMaps}/a`, test, send('application/json-patch+json'))

  expect((await server.patch(`${configMaps}/absent`, {})).status).toBe(404)
  expect(failed.status).toBe(422)
})

test('[PA2] what a patch makes is read as strictly as a body', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const { body } = await server.patch(`${configMaps}/a`, { data: 5 })

  expect([body.code, body.details.causes[0].field]).toEqual([422, 'patch'])
  expect(body.message).toContain('json: cannot unmarshal number into Go struct field ConfigMap.data')
})

test('[PA3] many patches at once all arrive', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  await Promise.all(
    Array.from({ length: 20 }, (_, at) => server.patch(`${configMaps}/a`, { data: { [`k${at}`]: 'v' } })),
  )

  expect(Object.keys((await server.get(`${configMaps}/a`)).body.data)).toHaveLength(21)
})
