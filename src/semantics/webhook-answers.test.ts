import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

const policies = '/apis/admissionregistration.orch.io/v1'
const maps = '/api/v1/namespaces/default/configmaps?dryRun=All'
const hook = {
  name: 'a.hooks.example.com',
  clientConfig: { url: 'https://hooks.example.com/check' },
  rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}

/** Starts a server with one mutating webhook; returns what a creation says when the webhook gives a response. */
async function startHook() {
  let respond: (review: Loose) => Response = () => new Response('')
  const server = startServer({ fetch: async (request) => respond(await request.clone().json()) })
  const made = await server.post(`${policies}/mutatingwebhookconfigurations`, {
    metadata: { name: 'all' },
    webhooks: [hook],
  })
  expect(made.status, made.text).toBe(201)
  const create = async (answer: typeof respond) => {
    respond = answer
    return server.post(maps, { metadata: { name: 'a', finalizers: ['x.io/a'] }, data: { k: 'v' } })
  }
  return {
    server,
    create,
    say: (response: object) =>
      create(({ apiVersion, kind, request: { uid } }) =>
        Response.json({ apiVersion, kind, response: { uid, allowed: true, ...response } }),
      ),
  }
}

const patchOf = (...operations: object[]): object => ({
  patchType: 'JSONPatch',
  patch: btoa(JSON.stringify(operations)),
})

test('[PA10] a patch of a webhook that does not apply is refused with the words of the operation', async () => {
  const { say } = await startHook()
  const said = async (operation: object): Promise<string> => {
    const { status, body } = await say(patchOf(operation))
    return status === 201 ? 'applied' : body.message.replace('Internal error occurred: ', '')
  }
  expect(await said({ op: 'add', value: 1 })).toBe('add operation failed to decode path: missing value')
  expect(await said({ op: 'replace', path: 7, value: 1 })).toBe(
    'replace operation failed to decode path: json: cannot unmarshal number into Go value of type string',
  )
  expect(await said({ op: 'test', value: 1 })).toBe(
    'test operation failed to decode path: operation missing path field: missing value',
  )
  expect(await said({ op: 'copy', path: '/x' })).toBe(
    'copy operation failed to decode from: operation, missing from field: missing value',
  )
  expect(await said({ op: 'remove', path: '' })).toBe(
    'remove operation does not apply: doc is missing path: "": missing value',
  )
  expect(await said({ op: 'remove', path: '/data/~1x' })).toBe(
    "error in remove for path: '/data/~1x': Unable to remove nonexistent key: /x: missing value",
  )
  expect(await said({ op: 'move', from: '/data/x', path: '/data/y' })).toBe(
    "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
  )
  expect(await said({ op: 'move', from: '/a/b', path: '/x' })).toBe(
    'move operation does not apply: doc is missing from path: /a/b: missing value',
  )
  expect(await said({ op: 'copy', from: '/data/k', path: '/x/y' })).toBe(
    'copy operation does not apply: doc is missing destination path: /x/y: missing value',
  )
})

test('[PA10] an index that a list does not have is named', async () => {
  const { say } = await startHook()
  const said = async (operation: object): Promise<string> => (await say(patchOf(operation))).body.message
  const at = (index: string): string => `/metadata/finalizers/${index}`
  const wrong = 'Internal error occurred: '
  const unparsed = 'strconv.Atoi: parsing "x": invalid syntax'
  expect(await said({ op: 'add', path: at('9'), value: 'b' })).toBe(
    `${wrong}error in add for path: '${at('9')}': Unable to access invalid index: 9: invalid index referenced`,
  )
  expect(await said({ op: 'add', path: at('x'), value: 'b' })).toBe(
    `${wrong}error in add for path: '${at('x')}': value was not a proper array index: 'x': ${unparsed}`,
  )
  expect(await said({ op: 'remove', path: at('x') })).toBe(
    `${wrong}error in remove for path: '${at('x')}': ${unparsed}`,
  )
  expect(await said({ op: 'replace', path: at('1'), value: 'b' })).toBe(
    `${wrong}replace operation does not apply: doc is missing key: ${at('1')}: missing value`,
  )
  expect(await said({ op: 'test', path: at('-2'), value: 'b' })).toBe(
    `${wrong}error in test for path: '${at('-2')}': Unable to access invalid index: -2: invalid index referenced`,
  )
  expect(await said({ op: 'copy', from: at('1'), path: '/data/x' })).toBe(
    `${wrong}error in copy for from: '${at('1')}': Unable to access invalid index: 1: invalid index referenced`,
  )
})

test('[PA10] a scalar does not replace the whole document', async () => {
  const { say } = await startHook()
  const { status, body } = await say(patchOf({ op: 'replace', path: '', value: 'x' }))
  expect([status, body.data]).toEqual([201, { k: 'v' }])
})

test('[WH11] the first field of a wrong type is named at any depth, in the order of the text', async () => {
  const { say } = await startHook()
  const said = async (response: object): Promise<string> => (await say(response)).body.message
  const wrong = (what: string): string =>
    `Internal error occurred: failed calling webhook "a.hooks.example.com": failed to call webhook: json: cannot unmarshal ${what}`
  const field = 'into Go struct field'
  expect(await said({ warnings: ['a', 1] })).toBe(
    wrong(`number ${field} AdmissionResponse.response.warnings of type string`),
  )
  expect(await said({ auditAnnotations: { a: true } })).toBe(
    wrong(`bool ${field} AdmissionResponse.response.auditAnnotations of type string`),
  )
  expect(await said({ status: { message: 1, code: 'x' } })).toBe(
    wrong(`number ${field} Status.response.status.message of type string`),
  )
  expect(await said({ status: { code: 1.5 } })).toBe(
    wrong(`number 1.5 ${field} Status.response.status.code of type int32`),
  )
  expect(await said({ status: { details: { causes: [{ field: {} }] } } })).toBe(
    wrong(`object ${field} StatusCause.response.status.details.causes.field of type string`),
  )
})

test('[WH11] an empty response is told with its code, and with the type that was asked for if it states none', async () => {
  const { create } = await startHook()
  const { body } = await create(() => new Response(null, { status: 204 }))
  expect(body.message).toContain('0-length response with status code: 204 and content type: application/json')
})

test('[RQ13] a warning with control characters is dropped', async () => {
  const { say } = await startHook()
  const { headers } = await say({ warnings: ['two\nlines', 'a\ttab', 'ok', 'ok', ''] })
  expect(headers.get('warning')).toBe('299 - "ok"')
})

test('[RQ13] texts are cut at 256 characters if all have more than 4096, and end when their sum reaches it', async () => {
  const { say } = await startHook()
  const lengths = async (...texts: string[]): Promise<number[]> => {
    const header = (await say({ warnings: texts })).headers.get('warning') ?? ''
    return header.split(', ').map((each) => each.length - '299 - ""'.length)
  }
  const text = (at: number, length: number): string => `${at}`.padEnd(length, '.')
  expect(await lengths(text(1, 4000), text(2, 96))).toEqual([4000, 96])
  expect(await lengths(text(1, 4000), text(2, 97))).toEqual([256, 97])
  // The last text may exceed the sum: only what is already there counts.
  const many = Array.from({ length: 30 }, (_, at) => text(at, at === 0 ? 100 : 300))
  expect(await lengths(...many)).toEqual([100, ...Array.from({ length: 16 }, () => 256)])
})

test('[WH7] the annotation of a patch keeps every number, escapes HTML and sorts the members of operations', async () => {
  const { server, say } = await startHook()
  const patch = '[{"value":{"a":"<1>"},"op":"add","path":"/data"},{"op":"add","path":"/x","value":9007199254740993}]'
  expect((await say({ patchType: 'JSONPatch', patch: btoa(patch) })).status).toBe(201)
  const finished = server.facts.findLast((fact) => fact.type === 'request-finished')
  const annotations = finished?.type === 'request-finished' ? (finished.annotations ?? {}) : {}
  expect(annotations['patch.webhook.admission.orch.io/round_0_index_0']).toContain(
    '"patch":[{"op":"add","path":"/data","value":{"a":"\\u003c1\\u003e"}},{"op":"add","path":"/x","value":9007199254740993}]',
  )
})
