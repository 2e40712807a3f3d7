import { expect, test } from 'vitest'
import { customDefinition, openSchema } from '#testing/custom-definition.ts'
import type { JsonObject } from '#api/json.ts'
import { type Answer, startServer } from './trial-server.ts'

const definition = customDefinition({
  kind: 'Widget',
  name: 'widgets.example.com',
  scope: 'Cluster',
  schema: openSchema,
})

test('[SC11] values that a custom resource cannot store are refused, in JSON and in YAML', async () => {
  const server = startServer()
  await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', definition)
  const path = '/apis/example.com/v1/widgets'
  await expect.poll(async () => (await server.get(path)).status).toBe(200)
  const send = (value: string, type = 'application/json'): ReturnType<typeof server.send> =>
    server.send(
      'POST',
      path,
      `{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "v": ${value}}`,
      { 'content-type': type },
    )
  for (const value of ['[1e400]', `${'['.repeat(9000)}${']'.repeat(9000)}`])
    expect((await send(value)).status, value.slice(0, 20)).toBe(400)
  expect((await send('9007199254740993', 'application/yaml')).text).toContain('"v":9007199254740993')
})

const closed = customDefinition({
  kind: 'Widget',
  name: 'widgets.example.com',
  scope: 'Cluster',
  schema: {
    type: 'object',
    properties: {
      s: { type: 'string' },
      t: { type: 'object', 'x-orch-embedded-resource': true, 'x-orch-preserve-unknown-fields': true },
    },
  },
})
const typed = { apiVersion: 'example.com/v1', kind: 'Widget' }
const named = { ...typed, metadata: { name: 'w' } }

async function startWith(schema: object): Promise<ReturnType<typeof startServer>> {
  const server = startServer()
  await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', schema)
  await expect.poll(async () => (await server.get('/apis/example.com/v1/widgets')).status).toBe(200)
  return server
}

test('[CRD18] embedded resources have kind and apiVersion, and metadata like every object', async () => {
  const server = await startWith(closed)
  const path = '/apis/example.com/v1/widgets'
  const send = (t: object): ReturnType<typeof server.post> =>
    server.post(`${path}?fieldValidation=Warn`, { ...named, t })
  const told = async (t: object): Promise<string> => (await send(t)).body.message
  expect(await told({ a: 1 })).toContain('[t.apiVersion: Required value, t.kind: Required value]')
  expect(await told({ apiVersion: 'a/b/c', kind: 'Pod' })).toContain('unexpected GroupVersion string: a/b/c')
  expect(await told({ apiVersion: 1, kind: 'Pod' })).toBe(
    'Widget in version "v1" cannot be handled as a Widget: t.apiVersion: Invalid value: 1: must be a string',
  )
  const pod = { apiVersion: 'v1', kind: 'Pod' }
  expect(await told({ ...pod, metadata: { labels: 'bad', name: 'in' } })).toContain(
    't.metadata: Invalid value: {"labels":"bad","name":"in"}: json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string',
  )
  expect(await told({ ...pod, metadata: { name: '..' } })).toContain(
    `t.metadata.name: Invalid value: "..": may not be '..'`,
  )
  const made = await send({ ...pod, metadata: { name: 'in', odd: 1, creationTimestamp: null }, free: 1 })
  expect(made.headers.get('warning')).toBe('299 - "unknown field \\"t.metadata.odd\\""')
  expect(made.body.t).toEqual({ ...pod, metadata: { name: 'in' }, free: 1 })
})

test('[CRD19] the body of a custom resource must contain its kind and apiVersion', async () => {
  const server = await startWith(closed)
  const path = '/apis/example.com/v1/widgets'
  const told = async (body: object): Promise<readonly [number, string]> => {
    const { status, body: answer } = await server.post(path, body)
    return [status, answer.message]
  }
  expect(await told({})).toEqual([
    400,
    "the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{}' ({})",
  ])
  expect(await told({ ...named, apiVersion: 'example.com/v3' })).toEqual([
    400,
    'the API version in the data (example.com/v3) does not match the expected API version (example.com/v1)',
  ])
  expect(await told({ ...named, kind: 'Other' })).toEqual([
    422,
    'Other.example.com "w" is invalid: kind: Invalid value: "Other": must be Widget',
  ])
  expect((await server.post(path, named)).status).toBe(201)
  const patched = await server.patch(`${path}/w`, { apiVersion: 'v9' })
  expect(patched.body.message).toBe('Widget "w" is invalid: apiVersion: Invalid value: "v9": must be example.com/v1')
})

test('[CRD19] duplicate fields are reported before unknown ones, which are sorted', async () => {
  const server = await startWith(closed)
  const body = `{"apiVersion":"example.com/v1","kind":"Widget","z":{"q":1,"q":2},"metadata":{"name":"w","odd":1},"a":1,"s":[{"x":1}]}`
  const { body: answer } = await server.send('POST', '/apis/example.com/v1/widgets?fieldValidation=Strict', body)
  expect(answer.message).toContain(
    'strict decoding error: duplicate field "z.q", unknown field "metadata.odd", unknown field "a", unknown field "s[0].x", unknown field "z"',
  )
})

test('[CRD19] unknown fields and type errors of metadata are those of its sorted members', async () => {
  const server = await startWith(closed)
  const path = '/apis/example.com/v1/widgets?fieldValidation=Strict'
  const odd = { ...named, metadata: { name: 'w', z: 1, a: 2, labels: {}, b: 3 } }
  const { body: answer } = await server.post(path, odd)
  expect(answer.message).toContain(
    'strict decoding error: unknown field "metadata.a", unknown field "metadata.b", unknown field "metadata.z"',
  )
  const { body: wrong } = await server.post(path, { ...named, metadata: { name: 'w', labels: 1, annotations: 'x' } })
  expect(wrong.message).toContain('cannot unmarshal string into Go struct field ObjectMeta.annotations')
})

test('[CRD20] watches end when the definition changes, and a terminating definition refuses new objects', async () => {
  const server = await startWith(definition)
  const path = '/apis/example.com/v1/widgets'
  const crd = '/apis/apiextensions.orch.io/v1/customresourcedefinitions/widgets.example.com'
  await server.post(path, { ...named, metadata: { name: 'kept', finalizers: ['a.b/c'] } })
  const watch = await server.watch(`${path}?watch=1`)
  expect(await watch.next(1)).toHaveLength(1)
  await server.patch(crd, { spec: { versions: closed.spec.versions } })
  expect(await watch.next(1)).toEqual([])
  await server.delete(crd)
  await expect
    .poll(async () => (await server.post(path, named)).body.message)
    .toBe('widgets.example.com "w" is forbidden: create not allowed while custom resource definition is terminating')
  const { body } = await server.get(`${path}/kept`)
  expect(body.metadata.generation).toBe(2)
})

test('[SC5] all members that the schema of a custom resource lacks are reported, however many there are', async () => {
  const server = await startWith(closed)
  const odd = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`odd${at}`, 1]))
  const { status, body } = await server.post('/apis/example.com/v1/widgets?fieldValidation=Strict', {
    ...named,
    ...odd,
  })
  expect(status).toBe(400)
  expect(String(body.message).match(/unknown field/g)).toHaveLength(150)
})

test('[ER8] custom resources are validated in pieces: values, duplicates and rules, in creates, updates and of the status', async () => {
  let nowMs = 0
  let turns = 0
  // Every look at the clock finds that 20 ms have passed.
  const server = startServer({ monotonicMs: () => (nowMs += 20), pause: async () => void (turns += 1) })
  const list: JsonObject = { type: 'array', maxItems: 9000, 'x-orch-list-type': 'set', items: { type: 'string' } }
  const rule = { rule: 'self.n < 1', message: 'too large' }
  const schema: JsonObject = {
    type: 'object',
    properties: {
      texts: list,
      ruled: {
        type: 'array',
        maxItems: 9000,
        items: { type: 'object', properties: { n: { type: 'integer' } }, 'x-orch-validations': [rule] },
      },
      status: { type: 'object', properties: { texts: list } },
    },
  }
  const crd = customDefinition({
    kind: 'Widget',
    name: 'widgets.example.com',
    scope: 'Cluster',
    schema,
    version: { subresources: { status: {} } },
  })
  await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', crd)
  const path = '/apis/example.com/v1/widgets'
  await expect.poll(async () => (await server.get(path)).status).toBe(200)
  const typeMeta = { apiVersion: 'example.com/v1', kind: 'Widget' }
  const made = await server.post(path, { ...typeMeta, metadata: { name: 'w' } })
  const listsOf = (length: number): Readonly<Record<string, JsonObject>> => ({
    numbers: { texts: Array.from({ length }, (_, at) => at) },
    twice: { texts: Array.from({ length: length * 2 }, (_, at) => `t${at % length}`) },
    ruled: { ruled: Array.from({ length }, () => ({ n: 1 })) },
  })
  const turnsOf = async (length: number, send: (value: JsonObject) => Promise<Answer>): Promise<readonly number[]> => {
    const found: number[] = []
    for (const [name, value] of Object.entries(listsOf(length))) {
      turns = 0
      const { status, body } = await send(value)
      expect([name, status, body.details?.causes.length >= length]).toEqual([name, 422, true])
      found.push(turns)
    }
    return found
  }
  const { metadata } = made.body
  const requests = {
    create: (value: JsonObject) => server.post(path, { ...typeMeta, metadata: { name: 'v' }, ...value }),
    update: (value: JsonObject) => server.put(`${path}/w`, { ...typeMeta, metadata, ...value }),
  }
  for (const [verb, send] of Object.entries(requests)) {
    const [few, many] = [await turnsOf(1, send), await turnsOf(3000, send)]
    for (const [at, before] of few.entries()) expect((many[at] ?? 0) - before, `${verb} ${at}`).toBeGreaterThan(1)
  }
  const put = (length: number): Promise<Answer> =>
    server.put(`${path}/w/status`, { ...typeMeta, metadata, status: { texts: Array(length).fill('x') } })
  turns = 0
  expect((await put(2)).status).toBe(422)
  const few = turns
  turns = 0
  expect((await put(3000)).status).toBe(422)
  expect(turns - few).toBeGreaterThan(1)
})
