import { expect, test } from 'vitest'
import type { OutboundOptions } from '#api/outbound-fetch.ts'
import { type TrialServer, startServer } from './trial-server.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

/** A test webhook: the reviews it received, and its responses. */
interface Hook {
  readonly server: TrialServer
  readonly asked: { readonly url: string; readonly review: Loose; readonly options: OutboundOptions | undefined }[]
  answer: (review: Loose) => Response | Promise<Response>
}

function startHook(): Hook {
  const hook: Hook = {
    asked: [],
    answer: (review) => say(review, {}),
    server: startServer({
      fetch: async (request, options) => {
        const review = await request.clone().json()
        hook.asked.push({ url: request.url, review, options })
        return hook.answer(review)
      },
    }),
  }
  return hook
}

const say = (review: Loose, response: object): Response =>
  Response.json({
    kind: 'AdmissionReview',
    apiVersion: review.apiVersion,
    response: { uid: review.request.uid, allowed: true, ...response },
  })

const patchOf = (...operations: object[]): object => ({
  patchType: 'JSONPatch',
  patch: btoa(JSON.stringify(operations)),
})

const group = '/apis/admissionregistration.orch.io/v1'
const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }]
const webhook = (more: object = {}): object => ({
  name: 'a.hooks.example.com',
  clientConfig: { url: 'https://hooks.example.com/check' },
  rules: everything,
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
})

async function register(hook: Hook, kind: 'Validating' | 'Mutating', ...webhooks: object[]): Promise<void> {
  const path = `${group}/${kind.toLowerCase()}webhookconfigurations`
  const answer = await hook.server.post(path, { metadata: { name: `all-${kind.toLowerCase()}` }, webhooks })
  expect(answer.status, answer.text).toBe(201)
}

const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n'
const maps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, data: object = { k: 'v' }): object => ({ metadata: { name }, data })
const failed = (why: string): string => `Internal error occurred: failed calling webhook "a.hooks.example.com": ${why}`

test('[WH1] a webhook receives the whole request: user, operation, version, object and oldObject', async () => {
  const hook = startHook()
  await register(
    hook,
    'Validating',
    webhook({ clientConfig: { url: 'https://hooks.example.com/check', caBundle: btoa(certificate) } }),
  )
  await hook.server.post(`${maps}?fieldManager=me`, configMap('a'))
  await hook.server.patch(`${maps}/a`, { data: { k: 'w' } })
  await hook.server.delete(`${maps}/a`)

  const [create, update, removal] = hook.asked
  expect(create?.url).toBe('https://hooks.example.com/check?timeout=10s')
  expect(create?.options).toMatchObject({ caBundle: certificate })
  expect(create?.review).toMatchObject({ kind: 'AdmissionReview', apiVersion: 'admission.orch.io/v1' })
  const kind = { group: '', version: 'v1', kind: 'ConfigMap' }
  const resource = { group: '', version: 'v1', resource: 'configmaps' }
  expect(create?.review.request).toEqual({
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    kind,
    resource,
    requestKind: kind,
    requestResource: resource,
    name: 'a',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
    object: expect.objectContaining({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'v' } }),
    oldObject: null,
    dryRun: false,
    options: { kind: 'CreateOptions', apiVersion: 'meta.orch.io/v1', fieldManager: 'me' },
  })
  expect(update?.review.request).toMatchObject({
    operation: 'UPDATE',
    object: { data: { k: 'w' } },
    oldObject: { data: { k: 'v' } },
  })
  expect(removal?.review.request).toMatchObject({ operation: 'DELETE', object: null, oldObject: { data: { k: 'w' } } })
})

test('[WH3] a denial ends the request with the webhook’s status and a prefixed message', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook())
  const deniedBy = 'admission webhook "a.hooks.example.com" denied the request'
  const denied = async (status?: object): Promise<Loose> => {
    hook.answer = (review) => say(review, { allowed: false, ...(status === undefined ? {} : { status }) })
    return (await hook.server.post(maps, configMap('a'))).body
  }
  expect(await denied()).toMatchObject({ code: 400, message: `${deniedBy} without explanation` })
  expect(await denied()).not.toHaveProperty('reason')
  expect(await denied({ code: 403, reason: 'Forbidden', message: 'no' })).toMatchObject({
    code: 403,
    reason: 'Forbidden',
    message: `${deniedBy}: no`,
  })
  expect(await denied({ reason: 'Teapot', code: 200 })).toMatchObject({
    code: 400,
    reason: 'Teapot',
    message: `${deniedBy}: Teapot`,
  })
})

test('[WH2] a response that is not the matching review is a failure', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook())
  const told = async (answer: Hook['answer']): Promise<string> => {
    hook.answer = answer
    return (await hook.server.post(maps, configMap('a'))).body.message
  }
  const invalid = 'received invalid webhook response: '
  expect(await told(() => Response.json({}))).toBe(failed(`${invalid}webhook response was absent`))
  expect(await told((review) => say(review, { uid: 'other' }))).toMatch(
    /expected response\.uid="[0-9a-f-]{36}", got "other"$/,
  )
  expect(await told((review) => Response.json({ response: { uid: review.request.uid, allowed: true } }))).toBe(
    failed(`${invalid}expected webhook response of admission.orch.io/v1, Kind=AdmissionReview, got /, Kind=`),
  )
  expect(await told((review) => say(review, patchOf({ op: 'remove', path: '/data' })))).toBe(
    failed(`${invalid}validating webhook may not return response.patch`),
  )
  const noVersion =
    "failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct"
  expect(await told(() => new Response('<html>'))).toContain(failed(noVersion))
  expect(await told(() => new Response('', { headers: { 'content-type': 'x/y' } }))).toBe(
    failed('failed to call webhook: 0-length response with status code: 200 and content type: x/y'),
  )
  expect(await told((review) => say(review, { allowed: 'yes' }))).toBe(
    failed(
      'failed to call webhook: json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool',
    ),
  )
})

test('[WH2] a response may be YAML; one of another kind or version is refused by its name', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook())
  const told = async (text: (uid: string) => string): Promise<unknown> => {
    hook.answer = (review) => new Response(text(review.request.uid))
    const { body, status } = await hook.server.post(`${maps}?dryRun=All`, configMap('a'))
    return status === 201 ? status : body.message
  }
  const review = (apiVersion: string, kind: string) => (uid: string) =>
    JSON.stringify({ apiVersion, kind, response: { uid, allowed: true } })
  const other = (why: string): string => failed(`failed to call webhook: ${why}`)
  const header = 'apiVersion: admission.orch.io/v1\nkind: AdmissionReview\n'
  expect(await told((uid) => `${header}response:\n  uid: "${uid}"\n  allowed: true\n`)).toBe(201)
  expect(await told(() => 'null')).toBe(failed('received invalid webhook response: webhook response was absent'))
  expect(await told(() => '{"kind":')).toBe(
    other("couldn't get version/kind; json parse error: unexpected end of JSON input"),
  )
  expect(await told(review('admission.orch.io/v1beta1', 'AdmissionReview'))).toBe(
    other('converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion'),
  )
  expect(await told(review('v1', 'Status'))).toBe(
    other('converting (v1.Status) to (v1.AdmissionReview): unknown conversion'),
  )
  expect(await told(review('admission.orch.io/v1', 'Review'))).toBe(
    other('no kind "Review" is registered for version "admission.orch.io/v1" in scheme "pkg/runtime/scheme.go:110"'),
  )
  expect(await told(review('a/b/c', 'AdmissionReview'))).toBe(other('unexpected GroupVersion string: a/b/c'))
})

test('[WH4] the body of a failure is quoted if it is text, and a Status in it is told', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook())
  const told = async (status: number, type: string, body: string): Promise<string> => {
    hook.answer = () => new Response(body, { status, headers: { 'content-type': type } })
    return (await hook.server.post(maps, configMap('a'))).body.message
  }
  const prevented = (said: string): string =>
    failed(`failed to call webhook: an error on the server ("${said}") has prevented the request from succeeding`)
  expect(await told(500, 'text/html', 'boom')).toBe(prevented('boom'))
  expect(await told(500, 'application/json', '{}')).toBe(prevented('unknown'))
  expect(await told(403, 'application/json', '{"status":"Failure","message":"own"}')).toBe(
    failed('failed to call webhook: own'),
  )
})

test('[WH5] a patch that is not JSON is refused with the reference’s message', async () => {
  const hook = startHook()
  await register(hook, 'Mutating', webhook())
  hook.answer = (review) => say(review, { patchType: 'JSONPatch', patch: btoa('xx') })
  expect((await hook.server.post(maps, configMap('a'))).body.message).toBe(
    failed("received undecodable patch in webhook response: invalid character 'x' looking for beginning of value"),
  )
})

test('[WH4] a webhook that times out, responds too much, redirects or is missing fails, or is ignored', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook({ timeoutSeconds: 3 }))
  const told = async (answer: Hook['answer']): Promise<string> => {
    hook.answer = answer
    return (await hook.server.post(maps, configMap('a'))).body.message
  }
  const url = 'Post "https://hooks.example.com/check?timeout=3s"'
  expect(await told(() => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })))).toBe(
    failed(`failed to call webhook: ${url}: dial tcp hooks.example.com:443: connect: connection refused`),
  )
  expect(await told(() => new Response('gone', { status: 302, headers: { location: 'https://evil' } }))).toBe(
    failed('failed to call webhook: the server responded with the status code 302 but did not return more information'),
  )
  expect(await told(() => new Response('boom', { status: 500 }))).toBe(
    failed('failed to call webhook: an error on the server ("boom") has prevented the request from succeeding'),
  )
  let pulls = 0
  const endless = new ReadableStream({
    pull(controller) {
      pulls += 1
      controller.enqueue(new Uint8Array(1 << 20))
    },
  })
  expect(await told(() => new Response(endless))).toBe(
    failed('failed to call webhook: response body is longer than 8388608 bytes'),
  )
  expect(pulls).toBeLessThan(20)

  hook.answer = () => new Promise(() => undefined)
  const waiting = hook.server.post(maps, configMap('a'))
  while (hook.asked.length < 5) await new Promise((done) => setImmediate(done))
  hook.server.clock.advance(3000)
  expect((await waiting).body.message).toBe(failed(`failed to call webhook: ${url}: context deadline exceeded`))
  expect((await hook.server.get(maps)).body.items).toEqual([])
})

test('[WH10] a response with Retry-After is retried, up to ten times and within the timeout', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook({ timeoutSeconds: 5 }))
  const busy = (status: number, after: string): Response =>
    new Response('', { status, headers: { 'retry-after': after } })
  const asked = async (count: number): Promise<void> => {
    while (hook.asked.length < count) await new Promise((done) => setImmediate(done))
  }
  hook.answer = (review) => (hook.asked.length < 3 ? busy(503, '1') : say(review, {}))
  const patient = hook.server.post(maps, configMap('a'))
  for (const count of [1, 2]) {
    await asked(count)
    await new Promise((done) => setImmediate(done))
    hook.server.clock.advance(1000)
  }
  expect((await patient).status).toBe(201)
  expect(hook.asked).toHaveLength(3)

  hook.answer = () => busy(429, '0')
  const exhausted = hook.server.post(maps, configMap('b'))
  const ended = exhausted.then(() => true)
  while (!(await Promise.race([ended, new Promise((done) => setImmediate(() => done(false)))])))
    hook.server.clock.advance(0)
  expect((await exhausted).body.message).toBe(
    failed('failed to call webhook: the server has received too many requests and has asked us to try again later'),
  )
  expect(hook.asked).toHaveLength(3 + 11)

  hook.answer = () => busy(500, 'Fri, 31 Dec 1999 23:59:59 GMT')
  expect((await hook.server.post(maps, configMap('c'))).status).toBe(500)
  expect(hook.asked).toHaveLength(15)

  hook.answer = () => busy(503, '60')
  const late = hook.server.post(maps, configMap('d'))
  await asked(16)
  hook.server.clock.advance(5000)
  expect((await late).body.message).toContain('context deadline exceeded')
  expect(hook.asked).toHaveLength(16)
})

test('[WH4] a service is called by its cluster DNS name, if it exists', async () => {
  const hook = startHook()
  await register(
    hook,
    'Validating',
    webhook({
      clientConfig: { service: { name: 's', namespace: 'default', path: '/x/' } },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    }),
  )
  const url = 'https://s.default.svc/x?timeout=10s'
  expect((await hook.server.post(maps, configMap('a'))).body.message).toBe(
    failed('failed to call webhook: Post "https://s.default.svc:443/x?timeout=10s": service "s" not found'),
  )
  await hook.server.post('/api/v1/namespaces/default/services', {
    metadata: { name: 's' },
    spec: { ports: [{ port: 443 }] },
  })
  expect((await hook.server.post(maps, configMap('a'))).status).toBe(201)
  expect(hook.asked.map((each) => each.url)).toEqual([url])
})

test('[WH4] invalid certificates are detected before the call', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook({ clientConfig: { url: 'https://h', caBundle: btoa('nonsense') } }))
  expect((await hook.server.post(maps, configMap('a'))).body.message).toBe(
    failed('could not get REST client: unable to load root certificates: unable to parse bytes as PEM block'),
  )
  expect(hook.asked).toEqual([])
})

test('[WH7] failurePolicy Ignore skips failures but not denials; a dry run calls only webhooks without side effects', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook({ failurePolicy: 'Ignore' }))
  hook.answer = () => new Response('', { status: 503 })
  expect((await hook.server.post(maps, configMap('a'))).status).toBe(201)
  const finished = hook.server.facts.findLast((fact) => fact.type === 'request-finished')
  expect(finished).toMatchObject({
    annotations: { 'failed-open.validating.webhook.admission.orch.io/round_0_index_0': 'a.hooks.example.com' },
  })
  hook.answer = (review) => say(review, { allowed: false })
  expect((await hook.server.post(maps, configMap('b'))).status).toBe(400)
  expect((await hook.server.post(`${maps}?dryRun=All`, configMap('b'))).status).toBe(400)
  expect(hook.asked.at(-1)?.review.request.dryRun).toBe(true)
})

test('[WH6] rules, scope, selectors and equivalent versions select the webhooks', async () => {
  const hook = startHook()
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
  await register(
    hook,
    'Validating',
    webhook({ name: 'scope.x.example.com', rules: [{ ...rule, resources: ['*'], scope: 'Cluster' }] }),
    webhook({ name: 'ns.x.example.com', rules: [rule], namespaceSelector: { matchLabels: { team: 'a' } } }),
    webhook({ name: 'object.x.example.com', rules: [rule], objectSelector: { matchLabels: { app: 'a' } } }),
    webhook({
      name: 'events.x.example.com',
      rules: [{ ...rule, apiGroups: ['events.orch.io'], resources: ['events'] }],
      clientConfig: { url: 'https://h/events' },
    }),
    webhook({
      name: 'exact.x.example.com',
      matchPolicy: 'Exact',
      rules: [{ ...rule, apiGroups: ['events.orch.io'], resources: ['events'] }],
    }),
  )
  await hook.server.post(maps, configMap('a'))
  expect(hook.asked).toHaveLength(0)
  await hook.server.post('/api/v1/namespaces', { metadata: { name: 'n', labels: { team: 'a' } } })
  expect(hook.asked).toHaveLength(1)
  await hook.server.post('/api/v1/namespaces/n/configmaps', {
    ...configMap('a'),
    metadata: { name: 'a', labels: { app: 'a' } },
  })
  expect(hook.asked).toHaveLength(3)
  const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default', name: 'x' } }
  expect((await hook.server.post('/api/v1/namespaces/default/events', event)).status).toBe(201)
  expect(hook.asked).toHaveLength(4)
  expect(hook.asked[3]?.review.request).toMatchObject({
    kind: { group: 'events.orch.io', kind: 'Event' },
    requestKind: { group: '', kind: 'Event' },
    object: { apiVersion: 'events.orch.io/v1', regarding: { name: 'x' } },
  })
})

test('[DA8] webhooks are not called for admission configuration', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook())
  await register(hook, 'Mutating', webhook())
  hook.answer = (review) => say(review, { allowed: false })
  expect((await hook.server.delete(`${group}/validatingwebhookconfigurations/all-validating`)).status).toBe(200)
  expect((await hook.server.delete(`${group}/mutatingwebhookconfigurations/all-mutating`)).status).toBe(200)
  expect(hook.asked).toEqual([])
  expect((await hook.server.post(maps, configMap('a'))).status).toBe(201)
})

test('[WH5] a mutating webhook changes the object by a JSON patch, and an invalid result is refused', async () => {
  const hook = startHook()
  await register(hook, 'Mutating', webhook())
  const patched = async (...operations: object[]): Promise<Loose> => {
    hook.answer = (review) => say(review, patchOf(...operations))
    return (await hook.server.post(`${maps}?dryRun=All`, configMap('a'))).body
  }
  expect((await patched({ op: 'add', path: '/data/more', value: 'x' })).data).toEqual({ k: 'v', more: 'x' })
  expect((await patched({ op: 'replace', path: '/data', value: 5 })).message).toContain(
    'Internal error occurred: json: cannot unmarshal number',
  )
  expect((await patched({ op: 'test', path: '/data/k', value: 'other' })).message).toBe(
    'Internal error occurred: testing value /data/k failed: test failed',
  )
  expect((await patched({ op: 'add', path: '/no/where', value: 1 })).message).toBe(
    'Internal error occurred: add operation does not apply: doc is missing path: "/no/where": missing value',
  )
  const { message, reason } = await patched({ op: 'replace', path: '/kind', value: 'Secret' })
  expect(message).toBe('converting (v1.Secret) to (core.ConfigMap): unknown conversion')
  expect(reason).toBeUndefined()
  expect((await patched({ op: 'add', path: '/metadata/labels', value: { 'bad key!': 'x' } })).code).toBe(422)
  hook.answer = (review) => say(review, { patchType: 'JSONPatch', patch: btoa('nonsense') })
  expect((await hook.server.post(maps, configMap('a'))).body.message).toContain(
    failed('received undecodable patch in webhook response: '),
  )
})

test('[WH9] mutating webhooks are called in order of configuration names; validating ones see the final object', async () => {
  const hook = startHook()
  await register(hook, 'Validating', webhook({ name: 'last.x.example.com', clientConfig: { url: 'https://h/last' } }))
  await register(
    hook,
    'Mutating',
    webhook({ name: 'one.x.example.com', clientConfig: { url: 'https://h/one' } }),
    webhook({ name: 'two.x.example.com', clientConfig: { url: 'https://h/two' } }),
  )
  hook.answer = (review) => {
    const from = hook.asked.at(-1)?.url ?? ''
    return from.includes('last')
      ? say(review, { warnings: ['seen'] })
      : say(review, patchOf({ op: 'add', path: `/data/${from.slice(10, 13)}`, value: 'x' }))
  }
  const answer = await hook.server.post(maps, configMap('a'))
  expect(answer.body.data).toEqual({ k: 'v', one: 'x', two: 'x' })
  expect(answer.headers.get('warning')).toBe('299 - "seen"')
  expect(hook.asked.map(({ review }) => review.request.object.data)).toEqual([
    { k: 'v' },
    { k: 'v', one: 'x' },
    { k: 'v', one: 'x', two: 'x' },
  ])
  const finished = hook.server.facts.findLast((fact) => fact.type === 'request-finished')
  const notes = finished?.type === 'request-finished' ? finished.stages.map(({ note }) => note) : []
  expect(notes).toContain('webhook two.x.example.com: changed the object')
  expect(notes).toContain('webhook last.x.example.com: allowed')
})

test('[DA10] with reinvocationPolicy IfNeeded a webhook is called again after a later one changed the object', async () => {
  const hook = startHook()
  await register(
    hook,
    'Mutating',
    webhook({ name: 'one.x.example.com', reinvocationPolicy: 'IfNeeded', clientConfig: { url: 'https://h/one' } }),
    webhook({ name: 'two.x.example.com', clientConfig: { url: 'https://h/two' } }),
  )
  hook.answer = (review) =>
    hook.asked.at(-1)?.url.includes('two') === true
      ? say(review, patchOf({ op: 'add', path: '/data/two', value: 'x' }))
      : say(review, {})
  await hook.server.post(maps, configMap('a'))
  expect(hook.asked.map(({ url }) => url.slice(10, 13))).toEqual(['one', 'two', 'one'])
  expect(hook.asked[2]?.review.request.object.data).toEqual({ k: 'v', two: 'x' })
})

test('[DA9] admission receives what the client addressed: the Scale of a deployment, the options of a deletion', async () => {
  const hook = startHook()
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await hook.server.post('/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { a: 'b' } }, template },
  })
  await register(hook, 'Mutating', webhook())
  hook.answer = (review) =>
    review.request.subResource === 'scale'
      ? say(review, patchOf({ op: 'replace', path: '/spec/replicas', value: 7 }))
      : say(review, {})
  const scaled = await hook.server.patch('/apis/apps/v1/namespaces/default/deployments/d/scale', {
    spec: { replicas: 3 },
  })
  expect(scaled.body.spec.replicas).toBe(7)
  expect(hook.asked[0]?.review.request).toMatchObject({
    kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    resource: { group: 'apps', version: 'v1', resource: 'deployments' },
    subResource: 'scale',
    requestSubResource: 'scale',
    object: { kind: 'Scale', spec: { replicas: 3 } },
    oldObject: { kind: 'Scale', spec: { replicas: 1 } },
  })
  await hook.server.delete('/apis/apps/v1/namespaces/default/deployments/d', { propagationPolicy: 'Orphan' })
  expect(hook.asked.at(-1)?.review.request.options).toEqual({
    kind: 'DeleteOptions',
    apiVersion: 'meta.orch.io/v1',
    propagationPolicy: 'Orphan',
  })
})

test('[DA7] a configuration is effective from the response to its creation to the response to its deletion', async () => {
  const hook = startHook()
  await hook.server.post(maps, configMap('a'))
  await register(
    hook,
    'Validating',
    webhook({ rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }] }),
  )
  hook.answer = (review) => say(review, { allowed: false })
  expect((await hook.server.post(maps, configMap('b'))).status).toBe(400)
  await hook.server.delete(`${group}/validatingwebhookconfigurations/all-validating`)
  expect((await hook.server.post(maps, configMap('b'))).status).toBe(201)
})

test('[DA11] audit annotations of webhooks are part of the finished request', async () => {
  const hook = startHook()
  await register(hook, 'Mutating', webhook())
  hook.answer = (review) => say(review, { auditAnnotations: { why: 'because', 'no/good/key': 'x' } })
  await hook.server.post(maps, configMap('a'))
  expect(hook.server.facts.findLast((fact) => fact.type === 'request-finished')).toMatchObject({
    annotations: {
      'a.hooks.example.com/why': 'because',
      'mutation.webhook.admission.orch.io/round_0_index_0': JSON.stringify({
        configuration: 'all-mutating',
        webhook: 'a.hooks.example.com',
        mutated: false,
      }),
    },
  })
})

test('[WH8] validating webhooks are called concurrently, and one denial is sufficient', async () => {
  const hook = startHook()
  await register(
    hook,
    'Validating',
    webhook({ name: 'one.x.example.com', clientConfig: { url: 'https://h/one' } }),
    webhook({ name: 'two.x.example.com', clientConfig: { url: 'https://h/two' } }),
  )
  const open: (() => void)[] = []
  hook.answer = async (review) => {
    const deny = hook.asked.length === 2
    await new Promise<void>((done) =>
      hook.asked.length === 2 ? [...open, done].forEach((go) => go()) : open.push(done),
    )
    return say(review, { allowed: !deny })
  }
  expect((await hook.server.post(maps, configMap('a'))).body.message).toBe(
    'admission webhook "two.x.example.com" denied the request without explanation',
  )
})

test('[DA14] each object of a deleted collection is admitted as a request without a name', async () => {
  const hook = startHook()
  await hook.server.post(maps, configMap('a'))
  await register(hook, 'Validating', webhook())

  await hook.server.delete(maps)

  const request = hook.asked[0]?.review.request
  expect(request).toMatchObject({ operation: 'DELETE', oldObject: { metadata: { name: 'a' } } })
  expect(request).not.toHaveProperty('name')
})

test('[WH4] [RQ8] a webhook call ends with the timeout of its request, which then stores nothing', async () => {
  const hook = startHook()
  await register(hook, 'Mutating', webhook({ timeoutSeconds: 20, failurePolicy: 'Ignore' }))
  hook.answer = () => new Promise(() => undefined)

  const sent = hook.server.post(`${maps}?timeout=2500ms`, configMap('a'))
  await expect.poll(() => hook.asked.length).toBe(1)
  hook.server.clock.advance(2500)
  const answer = await sent

  expect(hook.asked[0]?.url).toBe('https://hooks.example.com/check?timeout=3s')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([504, 'text/plain; charset=utf-8'])
  expect(answer.text).toBe(
    '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
  )
  expect((await hook.server.get(`${maps}/a`)).status).toBe(404)
})

test('[WR10] duplicate owner references added by a webhook are merged, with a warning', async () => {
  const hook = startHook()
  await register(hook, 'Mutating', webhook())
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'abc' }
  hook.answer = (review) =>
    say(review, patchOf({ op: 'add', path: '/metadata/ownerReferences', value: [owner, owner] }))

  const { body, headers } = await hook.server.post(maps, configMap('a'))

  expect(body.metadata.ownerReferences).toEqual([owner])
  expect(headers.get('warning')).toContain('contains duplicate entries after mutating admission happens;')
})

test('[DA15] managedFields that a webhook breaks are restored, with a warning', async () => {
  const hook = startHook()
  await register(hook, 'Mutating', webhook())
  await hook.server.post(maps, configMap('a'))
  const [entry] = (await hook.server.get(`${maps}/a`)).body.metadata.managedFields
  hook.answer = (review) =>
    say(review, patchOf({ op: 'replace', path: '/metadata/managedFields/0/apiVersion', value: '' }))

  const { body, headers } = await hook.server.patch(`${maps}/a`, { data: { b: 'c' } })

  expect(body.metadata.managedFields).toMatchObject([{ manager: entry.manager, apiVersion: 'v1' }])
  expect(headers.get('warning')).toContain(
    '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: apiVersion must not be empty',
  )
})
