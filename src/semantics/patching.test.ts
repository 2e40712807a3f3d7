import { expect, test } from 'vitest'
import { configMap, configMaps, startServer } from './trial-server.ts'

const send = (type: string) => ({ 'content-type': type })

test('[PA1] the content type selects the type of patch', async () => {
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

test('[PA1] a patch of a missing object is 404, a failed test operation 422', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const test = [{ op: 'test', path: '/data/k', value: 'other' }]

  const failed = await server.send('PATCH', `${configMaps}/a`, test, send('application/json-patch+json'))

  expect((await server.patch(`${configMaps}/absent`, {})).status).toBe(404)
  expect(failed.status).toBe(422)
})

test('[PA2] the result of a patch is validated as strictly as a body', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const { body } = await server.patch(`${configMaps}/a`, { data: 5 })

  expect([body.code, body.details.causes[0].field]).toEqual([422, 'patch'])
  expect(body.message).toContain('json: cannot unmarshal number into Go struct field ConfigMap.data')
})

test('[PA3] concurrent patches are all applied', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  await Promise.all(
    Array.from({ length: 20 }, (_, at) => server.patch(`${configMaps}/a`, { data: { [`k${at}`]: 'v' } })),
  )

  expect(Object.keys((await server.get(`${configMaps}/a`)).body.data)).toHaveLength(21)
})

test('[PA4] a strategic merge patch merges lists by their merge keys', async () => {
  const server = startServer()
  const pods = '/api/v1/namespaces/default/pods'
  const spec = { containers: [{ name: 'c', image: 'i' }] }
  await server.post(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec })
  const patch = { spec: { containers: [{ name: 'c', image: 'j' }] } }

  const { body } = await server.send('PATCH', `${pods}/p`, patch, send('application/strategic-merge-patch+json'))

  expect(body.spec.containers).toHaveLength(1)
  expect(body.spec.containers[0]).toMatchObject({ name: 'c', image: 'j', imagePullPolicy: 'Always' })
})

test('[PA5] the error of a refused strategic merge patch shows the patch; it cannot change the kind', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const strategic = send('application/strategic-merge-patch+json')

  const strict = await server.send('PATCH', `${configMaps}/a?fieldValidation=Strict`, { unk: { b: 1 } }, strategic)
  const renamed = await server.send('PATCH', `${configMaps}/a`, { kind: 'Secret', apiVersion: 'apps/v1' }, strategic)

  expect(strict.body.message).toBe(
    ' "" is invalid: patch: Invalid value: "map[unk:map[b:1]]": strict decoding error: unknown field "unk"',
  )
  expect([renamed.status, renamed.body.kind, renamed.body.apiVersion]).toEqual([200, 'ConfigMap', 'v1'])
})

test('[PA5] unknown fields of a strategic merge patch are reported sorted by name', async () => {
  const server = startServer()
  const pods = '/api/v1/namespaces/default/pods'
  const spec = { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', emptyDir: {} }] }
  await server.post(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec })
  const patch = { spec: { volumes: [{ name: 'v', odd: 1 }], containers: [{ name: 'c', odd: 1 }] } }

  const answer = await server.send('PATCH', `${pods}/p`, patch, send('application/strategic-merge-patch+json'))

  expect(answer.headers.get('warning')).toBe(
    '299 - "unknown field \\"spec.containers[0].odd\\"", 299 - "unknown field \\"spec.volumes[0].odd\\""',
  )
})

test('[PA6] a merge patch leaves no nulls in new values, not even inside of lists', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const owners = [
    { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: null, odd: [null, { z: 1, b: null }] },
  ]

  const answer = await server.send(
    'PATCH',
    `${configMaps}/a?fieldValidation=Strict`,
    { metadata: { ownerReferences: owners } },
    send('application/merge-patch+json'),
  )

  expect(answer.body.message).toContain(
    String.raw`[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"odd\":[null,{\"z\":1}],\"uid\":\"u\"}]`,
  )
})

test('[PA7] a strategic merge patch with a value of the wrong type is refused with the patch and the error of the type', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const lease = { apiVersion: 'coordination.orch.io/v1', kind: 'Lease', metadata: { name: 'l' } }
  const leases = '/apis/coordination.orch.io/v1/namespaces/default/leases'
  await server.post(leases, lease)
  const type = send('application/strategic-merge-patch+json')
  const messageOf = async (path: string, body: unknown) => (await server.send('PATCH', path, body, type)).body.message

  expect(await messageOf(`${configMaps}/a`, { binaryData: { c: 'AAEC2' } })).toBe(
    ' "" is invalid: patch: Invalid value: "map[binaryData:map[c:AAEC2]]": error decoding from json: illegal base64 data at input byte 4',
  )
  expect(await messageOf(`${configMaps}/a`, { binaryData: { c: {} } })).toBe(
    ' "" is invalid: patch: Invalid value: "map[binaryData:map[c:map[]]]": cannot restore slice from map',
  )
  expect(await messageOf(`${leases}/l`, { spec: { renewTime: { a: 1 } } })).toBe(
    ' "" is invalid: patch: Invalid value: "map[spec:map[renewTime:map[a:1]]]": json: cannot unmarshal object into Go value of type string',
  )
})

test('[PA8] a patch of a missing object is 404, whatever its body', async () => {
  const server = startServer()
  for (const kind of ['merge-patch', 'json-patch', 'strategic-merge-patch'])
    expect((await server.send('PATCH', `${configMaps}/no`, 5, send(`application/${kind}+json`))).status).toBe(404)
})

test('[PA9] a strict JSON patch reports the problems of each operation in order', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const operations =
    '[{"op":"test","op":"test","path":"/kind","value":"ConfigMap","foo":1},{"op":"add","path":"/a","path":"/b","value":1}]'
  const request = new Request(`http://x${configMaps}/a?fieldValidation=Strict`, {
    method: 'PATCH',
    headers: send('application/json-patch+json'),
    body: operations,
  })
  const { message } = (await (await server.server.fetch(request)).json()) as { message: string }
  expect(message).toContain(
    'json patch duplicate field "[0].op", json patch unknown field "[0].foo", json patch duplicate field "[1].path"',
  )
})
