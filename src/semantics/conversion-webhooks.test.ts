import { expect, test } from 'vitest'
import { type Answer, type TrialServer, startServer } from './trial-server.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

const path = '/apis/example.com'
const v1 = `${path}/v1/namespaces/default/widgets`
const v2 = `${path}/v2/namespaces/default/widgets`

/** A webhook that renames `spec.size` (v1) to `spec.length` (v2) and back. */
interface Hook {
  readonly server: TrialServer
  readonly asked: { readonly url: string; readonly review: Loose }[]
  /** Modifies the response to a review. */
  answer: (response: Loose, review: Loose) => Loose
  /** Answers the requests of admission reviews. */
  review: (request: Loose) => Loose
}

function converted(object: Loose, apiVersion: string): Loose {
  const { size, length, ...spec } = object.spec ?? {}
  const value = size ?? length
  if (value !== undefined) spec[apiVersion.endsWith('/v1') ? 'size' : 'length'] = value
  return { ...object, apiVersion, spec }
}

function startHook(): Hook {
  const hook: Hook = {
    asked: [],
    answer: (response, review) => ({ kind: review.kind, apiVersion: review.apiVersion, response }),
    review: ({ uid }) => ({ uid, allowed: true }),
    server: startServer({
      fetch: async (request) => {
        const review: Loose = await request.clone().json()
        if (review.kind === 'AdmissionReview')
          return Response.json({ ...review, response: hook.review(review.request) })
        hook.asked.push({ url: request.url, review })
        const { uid, objects, desiredAPIVersion } = review.request
        const convertedObjects = objects.map((each: Loose) => converted(each, desiredAPIVersion))
        return Response.json(hook.answer({ uid, result: { status: 'Success' }, convertedObjects }, review))
      },
    }),
  }
  return hook
}

const definition = (reviewVersions: readonly string[]): object => ({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      version('v1', true, { size: { type: 'integer' } }),
      { ...version('v2', false, { length: { type: 'integer' } }), selectableFields: [{ jsonPath: '.spec.length' }] },
    ],
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { url: 'https://hooks.example.com/convert' },
        conversionReviewVersions: reviewVersions,
      },
    },
  },
})

const version = (name: string, storage: boolean, properties: object): object => ({
  name,
  served: true,
  storage,
  subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { ...properties, more: { type: 'string' } } },
        status: { type: 'object', properties: { size: { type: 'integer' }, done: { type: 'boolean' } } },
      },
    },
  },
})

async function define(hook: Hook, reviewVersions: readonly string[] = ['v1', 'v1beta1']): Promise<void> {
  const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
  const answer = await hook.server.post(crds, definition(reviewVersions))
  expect(answer.status, answer.text).toBe(201)
  for (let waited = 0; waited < 100 && (await hook.server.get(v1)).status !== 200; waited += 1) await Promise.resolve()
}

const widget = (apiVersion: string, name: string, spec: object): object => ({
  kind: 'Widget',
  apiVersion: `example.com/${apiVersion}`,
  metadata: { name },
  spec,
})

const ofV1 = 'conversion webhook for example.com/v1, Kind=Widget'

test('[CNV1] the webhook converts objects that are read or written in a version other than the storage version', async () => {
  const hook = startHook()
  await define(hook)
  expect((await hook.server.post(v1, widget('v1', 'a', { size: 3 }))).status).toBe(201)
  expect(hook.asked).toEqual([])

  const read = await hook.server.get(`${v2}/a`)
  expect(read.body).toMatchObject({ apiVersion: 'example.com/v2', spec: { length: 3 }, metadata: { name: 'a' } })
  expect(read.body.spec).not.toHaveProperty('size')
  expect(hook.asked[0]).toMatchObject({
    url: 'https://hooks.example.com/convert?timeout=30s',
    review: {
      kind: 'ConversionReview',
      apiVersion: 'apiextensions.orch.io/v1',
      request: {
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        desiredAPIVersion: 'example.com/v2',
        objects: [{ apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 3 } }],
      },
    },
  })
  expect(hook.asked[0]?.review.request.objects[0].metadata).not.toHaveProperty('resourceVersion')

  const made = await hook.server.post(v2, widget('v2', 'b', { length: 5 }))
  expect([made.status, made.body.apiVersion, made.body.spec]).toEqual([201, 'example.com/v2', { length: 5 }])
  expect((await hook.server.get(`${v1}/b`)).body.spec).toEqual({ size: 5 })
  const changed = await hook.server.patch(`${v2}/b`, { spec: { length: 6 } })
  expect([changed.status, changed.body.spec, changed.body.metadata.generation]).toEqual([200, { length: 6 }, 2])
  expect((await hook.server.get(`${v1}/b`)).body.spec).toEqual({ size: 6 })
  const list = await hook.server.get(v2)
  expect(list.body.items.map((each: Loose) => [each.apiVersion, each.spec.length])).toEqual([
    ['example.com/v2', 3],
    ['example.com/v2', 6],
  ])
  expect((await hook.server.delete(`${v2}/b`)).status).toBe(200)
  expect((await hook.server.get(v1)).body.items).toHaveLength(1)
})

test('[CNV1] selectors, pages and the status use converted objects', async () => {
  const hook = startHook()
  await define(hook)
  for (const [at, size] of [1, 2, 2].entries()) await hook.server.post(v1, widget('v1', `w${at}`, { size }))
  const found = await hook.server.get(`${v2}?fieldSelector=spec.length%3D2&limit=1`)
  expect(found.body.items).toHaveLength(1)
  expect(found.body.metadata.continue).not.toBe('')
  const rest = await hook.server.get(
    `${v2}?fieldSelector=spec.length%3D2&limit=1&continue=${encodeURIComponent(found.body.metadata.continue)}`,
  )
  expect(rest.body.items).toHaveLength(1)
  const [{ metadata }] = rest.body.items
  const status = await hook.server.patch(`${v2}/${metadata.name}/status`, { status: { done: true } })
  expect([status.status, status.body.status, status.body.spec]).toEqual([200, { done: true }, { length: 2 }])
})

test('[CNV3] watches send converted objects in order, and end when a conversion fails', async () => {
  const hook = startHook()
  await define(hook)
  await hook.server.post(v1, widget('v1', 'a', { size: 1 }))
  const watch = await hook.server.watch(`${v2}?watch=true&fieldSelector=spec.length%3D1`)
  expect((await watch.next(1))[0]).toMatchObject({ type: 'ADDED', object: { spec: { length: 1 } } })
  await hook.server.patch(`${v1}/a`, { spec: { more: 'x' } })
  const left = await hook.server.patch(`${v1}/a`, { spec: { size: 2 } })
  await hook.server.patch(`${v1}/a`, { spec: { size: 1 } })
  const events = await watch.next(3)
  expect(events.map(({ type, object }) => [type, object['spec']])).toEqual([
    ['MODIFIED', { length: 1, more: 'x' }],
    ['DELETED', { length: 1, more: 'x' }],
    ['ADDED', { length: 1, more: 'x' }],
  ])
  expect(events[1]?.object.metadata.resourceVersion).toBe(left.body.metadata.resourceVersion)
  hook.answer = (_response, review) => ({ kind: review.kind, apiVersion: review.apiVersion })
  await hook.server.patch(`${v1}/a`, { spec: { more: 'y' } })
  expect((await watch.next(2)).map(({ type, object }) => [type, object['message']])).toEqual([
    ['ERROR', `${ofV1} failed: no response provided`],
  ])
})

test('[CNV2] a response without the sent object in the desired version fails the request', async () => {
  const hook = startHook()
  await define(hook)
  await hook.server.post(v1, { ...widget('v1', 'a', { size: 3 }), metadata: { name: 'a', labels: { l: 'x' } } })
  const messageOf = async (change: (response: Loose) => Loose, review: object = {}): Promise<string> => {
    hook.answer = (response, sent) => ({
      kind: sent.kind,
      apiVersion: sent.apiVersion,
      response: change(response),
      ...review,
    })
    const { body }: Answer = await hook.server.get(`${v2}/a`)
    return `${body.code}${body.reason ?? ''} ${body.message}`
  }
  const object = (change: (each: Loose) => Loose) => (response: Loose) => ({
    ...response,
    convertedObjects: response.convertedObjects.map(change),
  })
  const same = (response: Loose): Loose => response
  expect(await messageOf(same, { kind: 'Other' })).toBe(
    `500 ${ofV1} failed: no kind "Other" is registered for version "apiextensions.orch.io/v1" in scheme "pkg/runtime/scheme.go:110"`,
  )
  expect(await messageOf((response) => ({ ...response, uid: 'x' }))).toMatch(
    /failed: expected response\.uid="[^"]+", got "x"$/,
  )
  expect(await messageOf((response) => ({ ...response, result: { status: 'Failure', message: 'no way' } }))).toBe(
    `500 ${ofV1} failed: no way`,
  )
  expect(await messageOf((response) => ({ ...response, result: {} }))).toBe(
    `500 ${ofV1} failed: response.result.status was '', not 'Success'`,
  )
  expect(await messageOf((response) => ({ ...response, convertedObjects: [] }))).toBe(
    `500 ${ofV1} returned 0 objects, expected 1`,
  )
  expect(await messageOf((response) => ({ ...response, convertedObjects: {}, uid: 5 }))).toBe(
    `500 ${ofV1} failed: json: cannot unmarshal number into Go struct field ConversionResponse.response.uid of type types.UID`,
  )
  expect(await messageOf(object(() => null))).toBe('500 unexpected end of JSON input')
  expect(await messageOf(object(() => 'x'))).toBe(
    '500 json: cannot unmarshal string into Go value of type map[string]interface {}',
  )
  expect(await messageOf(object(({ apiVersion }) => ({ apiVersion })))).toBe(
    `500 Object 'Kind' is missing in '{"apiVersion":"example.com/v2"}'`,
  )
  expect(
    await messageOf(object((each) => ({ ...each, metadata: { ...each.metadata, annotations: { '-': 'x' } } }))),
  ).toContain('returned invalid metadata: metadata.annotation: Invalid value: "-": name part must consist of')
  expect(await messageOf(object((each) => ({ ...each, apiVersion: 'example.com/v3' })))).toBe(
    `500 ${ofV1} returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v3)`,
  )
  expect(await messageOf(object((each) => ({ ...each, metadata: { ...each.metadata, name: 'b' } })))).toBe(
    `500 ${ofV1} returned invalid object: must have the same name: a != b`,
  )
  expect(await messageOf(object((each) => ({ ...each, metadata: { ...each.metadata, labels: { l: 1 } } })))).toBe(
    `500 ${ofV1} returned invalid metadata: metadata.labels[l] must be a string, but is int64 in converted object`,
  )
  expect(
    await messageOf(object((each) => ({ ...each, metadata: { ...each.metadata, labels: { '-': 'x' } } }))),
  ).toContain('returned invalid metadata: metadata.labels: Invalid value: "-": name part must consist of')

  hook.answer = (response, review) => ({
    kind: review.kind,
    apiVersion: review.apiVersion,
    response: object((each) => ({
      ...each,
      metadata: { ...each.metadata, labels: { l: 'y' }, annotations: { n: '1' }, generation: 7, finalizers: ['x/y'] },
    }))(response),
  })
  expect((await hook.server.get(`${v2}/a`)).body.metadata).toMatchObject({
    labels: { l: 'y' },
    annotations: { n: '1' },
    generation: 1,
  })
  expect((await hook.server.get(`${v2}/a`)).body.metadata).not.toHaveProperty('finalizers')
})

test('[CNV2] a response of review version v1beta1 may omit the uid', async () => {
  const hook = startHook()
  await define(hook, ['v1beta1'])
  await hook.server.post(v1, widget('v1', 'a', { size: 3 }))
  hook.answer = ({ uid: _uid, ...response }) => ({ response })
  expect((await hook.server.get(`${v2}/a`)).body.spec).toEqual({ length: 3 })
  expect(hook.asked.at(-1)?.review.apiVersion).toBe('apiextensions.orch.io/v1beta1')
})

test('[CNV2] failed calls are reported with the messages of the client, and nothing is written', async () => {
  const hook = startHook()
  await define(hook)
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  hook.answer = () => {
    throw refused
  }
  const answer = await hook.server.post(v2, widget('v2', 'a', { length: 3 }))
  expect([answer.status, answer.body.message]).toEqual([
    500,
    'conversion webhook for example.com/v2, Kind=Widget failed: Post "https://hooks.example.com/convert?timeout=30s": dial tcp hooks.example.com:443: connect: connection refused',
  ])
  expect((await hook.server.get(v1)).body.items).toEqual([])
  const service = { clientConfig: { url: null, service: { name: 'none', namespace: 'default', path: '/c' } } }
  await hook.server.patch('/apis/apiextensions.orch.io/v1/customresourcedefinitions/widgets.example.com', {
    spec: { conversion: { webhook: service } },
  })
  const missing = await hook.server.post(v2, widget('v2', 'a', { length: 3 }))
  expect(missing.body.message).toContain(
    'failed: Post "https://none.default.svc:443/c?timeout=30s": service "none" not found',
  )
})

test('[CNV1] apply, scale, Tables and deletecollection work through a converted version', async () => {
  const hook = startHook()
  await define(hook)
  const apply = { 'content-type': 'application/apply-patch+yaml' }
  const applied = await hook.server.send(
    'PATCH',
    `${v2}/a?fieldManager=me`,
    { apiVersion: 'example.com/v2', kind: 'Widget', metadata: { name: 'a' }, spec: { length: 4 } },
    apply,
  )
  expect([applied.status, applied.body.spec], applied.text).toEqual([201, { length: 4 }])
  expect((await hook.server.get(`${v1}/a`)).body.spec).toEqual({ size: 4 })
  const again = await hook.server.send(
    'PATCH',
    `${v2}/a?fieldManager=me`,
    { apiVersion: 'example.com/v2', kind: 'Widget', metadata: { name: 'a' }, spec: { length: 5 } },
    apply,
  )
  expect([again.status, again.body.spec], again.text).toEqual([200, { length: 5 }])
  expect((await hook.server.get(`${v1}/a/scale`)).body.spec).toEqual({ replicas: 5 })
  const table = await hook.server.get(v2, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' })
  expect(table.body.rows).toHaveLength(1)
  expect((await hook.server.delete(v2)).status).toBe(200)
  expect((await hook.server.get(v1)).body.items).toEqual([])
})

const applyWidget = (hook: Hook, apiVersion: string, spec: object, query: string): Promise<Answer> =>
  hook.server.send('PATCH', `${apiVersion === 'v1' ? v1 : v2}/a?${query}`, widget(apiVersion, 'a', spec), {
    'content-type': 'application/apply-patch+yaml',
  })

const fieldsOf = (answer: Answer): Readonly<Record<string, Loose>> =>
  Object.fromEntries(
    (answer.body.metadata.managedFields ?? []).map((entry: Loose) => [
      `${entry.manager} ${entry.apiVersion}`,
      entry.fieldsV1['f:spec'],
    ]),
  )

test('[CNV4] fields that managers own in different versions are compared through the webhook', async () => {
  const hook = startHook()
  await define(hook)
  expect((await applyWidget(hook, 'v1', { size: 3, more: 'x' }, 'fieldManager=one')).status).toBe(201)
  const same = await applyWidget(hook, 'v2', { length: 3 }, 'fieldManager=two')
  expect([same.status, fieldsOf(same)], same.text).toEqual([
    200,
    {
      'one example.com/v1': { 'f:more': {}, 'f:size': {} },
      'two example.com/v2': { 'f:length': {} },
    },
  ])

  const conflict = await applyWidget(hook, 'v2', { length: 4 }, 'fieldManager=two')
  expect([conflict.status, conflict.body.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "one": .spec.size',
  ])
  const forced = await applyWidget(hook, 'v2', { length: 4 }, 'fieldManager=two&force=true')
  expect(fieldsOf(forced)).toEqual({
    'one example.com/v1': { 'f:more': {} },
    'two example.com/v2': { 'f:length': {} },
  })

  const merge = { 'content-type': 'application/merge-patch+json' }
  const patched = await hook.server.send('PATCH', `${v1}/a?fieldManager=three`, { spec: { size: 9 } }, merge)
  expect(fieldsOf(patched)).toEqual({
    'one example.com/v1': { 'f:more': {} },
    'three example.com/v1': { 'f:size': {} },
  })
})

test('[CNV4] if owners cannot be compared, an apply fails, and another write has no managedFields', async () => {
  const hook = startHook()
  await define(hook)
  await applyWidget(hook, 'v2', { length: 3 }, 'fieldManager=two')
  hook.answer = () => {
    throw new Error('down')
  }
  const applied = await applyWidget(hook, 'v1', { more: 'x' }, 'fieldManager=one')
  expect([applied.status, applied.body.message]).toEqual([500, expect.stringContaining(`${ofV1} failed: `)])
  const merge = { 'content-type': 'application/merge-patch+json' }
  const patched = await hook.server.send('PATCH', `${v1}/a`, { spec: { more: 'y' } }, merge)
  expect([patched.status, patched.body.spec], patched.text).toEqual([200, { size: 3, more: 'y' }])
  expect(patched.body.metadata).not.toHaveProperty('managedFields')
})

const admission = '/apis/admissionregistration.orch.io/v1'
const rulesOfV2 = {
  operations: ['CREATE', 'UPDATE'],
  apiGroups: ['example.com'],
  apiVersions: ['v2'],
  resources: ['widgets'],
}

test('[CNV4] policies receive objects in the version of their rules', async () => {
  const hook = startHook()
  await define(hook)
  await hook.server.post(`${admission}/validatingadmissionpolicies`, {
    metadata: { name: 'long' },
    spec: {
      matchConstraints: { resourceRules: [rulesOfV2] },
      validations: [{ expression: 'object.spec.length < 5' }],
    },
  })
  await hook.server.post(`${admission}/validatingadmissionpolicybindings`, {
    metadata: { name: 'long' },
    spec: { policyName: 'long', validationActions: ['Deny'] },
  })
  await expect.poll(async () => (await hook.server.post(v1, widget('v1', 'a', { size: 7 }))).status).toBe(422)
  expect((await hook.server.post(v1, widget('v1', 'b', { size: 4 }))).status).toBe(201)
})

test('[CNV4] admission webhooks receive and patch objects in the version of their rules', async () => {
  const hook = startHook()
  await define(hook)
  const reviews: Loose[] = []
  hook.review = (request) => {
    reviews.push(request)
    const patch = Buffer.from('[{"op":"add","path":"/spec/length","value":8}]').toString('base64')
    return { uid: request.uid, allowed: true, patchType: 'JSONPatch', patch }
  }
  const answer = await hook.server.post(`${admission}/mutatingwebhookconfigurations`, {
    metadata: { name: 'lengthen' },
    webhooks: [
      {
        name: 'lengthen.example.com',
        clientConfig: { url: 'https://hooks.example.com/review' },
        rules: [rulesOfV2],
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
      },
    ],
  })
  expect(answer.status, answer.text).toBe(201)
  const made = await hook.server.post(v1, widget('v1', 'a', { size: 3 }))
  expect([made.status, made.body.spec], made.text).toEqual([201, { size: 8 }])
  expect(reviews[0].object).toMatchObject({ apiVersion: 'example.com/v2', spec: { length: 3 } })
})
