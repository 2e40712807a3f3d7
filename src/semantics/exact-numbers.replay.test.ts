import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openEnvelope } from '#server/serializer/protobuf/envelope.ts'
import { customDefinition } from '#testing/custom-definition.ts'
import { type TrialServer, startServer } from './trial-server.ts'

/** int64 values around 2^53, only some of which a double can represent. */
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 10n ** 18n, 9007199254740993n, -9007199254740993n),
)
const runs = { numRuns: 25 }

const pods = '/api/v1/namespaces/default/pods'
const widgets = '/apis/example.com/v1/widgets'
const pod = (name: string, period: bigint | string): string =>
  `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}"},"spec":{"terminationGracePeriodSeconds":${period},` +
  `"containers":[{"name":"a","image":"a"}],"tolerations":[{"key":"k","operator":"Exists","effect":"NoExecute","tolerationSeconds":${period}}]}}`

const listKeys = { 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['id'] }
const definition = customDefinition({
  kind: 'Widget',
  name: 'widgets.example.com',
  scope: 'Cluster',
  version: { additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.size' }] },
  schema: {
    type: 'object',
    properties: {
      size: { type: 'integer', format: 'int64' },
      sizes: { type: 'array', 'x-orch-list-type': 'set', items: { type: 'integer' } },
      parts: {
        type: 'array',
        ...listKeys,
        items: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer' }, v: { type: 'string' } },
        },
      },
      grows: {
        type: 'integer',
        'x-orch-validations': [
          { rule: 'self >= oldSelf', message: 'must not shrink' },
          { rule: 'self != 9007199254740995', message: 'must not be ...995' },
        ],
      },
      any: { 'x-orch-preserve-unknown-fields': true },
      share: { type: 'number' },
    },
  },
})

async function withWidgets(): Promise<TrialServer> {
  const server = startServer()
  const made = await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', definition)
  expect(made.status, made.text).toBe(201)
  await expect.poll(async () => (await server.get(widgets)).status).toBe(200)
  return server
}

const widget = (name: string, members: string): string =>
  `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"${name}"},${members}}`
const merge = { 'content-type': 'application/merge-patch+json' }
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const jsonPatch = { 'content-type': 'application/json-patch+json' }
const apply = { 'content-type': 'application/apply-patch+yaml' }

test('[INT2] an int64 of a built-in kind keeps its digits on create, patch and apply', async () => {
  const server = startServer()
  let count = 0
  await fc.assert(
    fc.asyncProperty(int64, int64, async (first, second) => {
      const name = `p${++count}`
      const path = `${pods}/${name}`
      const stored = (period: bigint): string => `"tolerationSeconds":${period}`
      expect((await server.send('POST', pods, pod(name, first))).text).toContain(stored(first))
      expect((await server.get(path)).text).toContain(stored(first))
      const tolerations = (period: bigint): string =>
        `[{"key":"k","operator":"Exists","effect":"NoExecute","tolerationSeconds":${period}}]`
      for (const [body, type] of [
        [`{"spec":{"tolerations":${tolerations(second)}}}`, merge],
        [`{"spec":{"tolerations":${tolerations(first)}}}`, strategic],
        [`[{"op":"replace","path":"/spec/tolerations/0/tolerationSeconds","value":${second}}]`, jsonPatch],
        [`[{"op":"test","path":"/spec/tolerations/0/tolerationSeconds","value":${second}}]`, jsonPatch],
      ] as const) {
        const { status, text } = await server.send('PATCH', path, body, type)
        expect(status, text).toBe(200)
        expect(text).toContain(stored(type === strategic ? first : second))
      }
      const applied = `apiVersion: v1\nkind: Pod\nspec:\n  tolerations: ${tolerations(first)}\n`
      const { status, text } = await server.send('PATCH', `${path}?fieldManager=m&force=true`, applied, apply)
      expect(status, text).toBe(200)
      expect(text).toContain(stored(first))
      await server.delete(`${path}?gracePeriodSeconds=0`)
    }),
    runs,
  )
})

test('[INT2] an int64 keeps its digits in YAML, protobuf, lists, watches and Tables', async () => {
  const server = await withWidgets()
  await fc.assert(
    fc.asyncProperty(int64, async (number) => {
      const yaml = `metadata: {name: yy}\napiVersion: v1\nkind: Pod\nspec:\n  terminationGracePeriodSeconds: ${number}\n  containers: [{name: a, image: a}]\n`
      const shown = new RegExp(`terminationGracePeriodSeconds"?: ?${number < 0n ? 1 : number}\\b`)
      expect((await server.send('POST', pods, yaml, { 'content-type': 'application/yaml' })).status).toBe(201)
      const asYaml = await server.get(`${pods}/yy`, { accept: 'application/yaml' })
      if (number >= 0n) expect(asYaml.text).toMatch(shown)
      const binary = await server.server.fetch(
        new Request(`http://test${pods}/yy`, { headers: { accept: 'application/vnd.orch.protobuf' } }),
      )
      const bytes = new Uint8Array(await binary.arrayBuffer())
      expect(openEnvelope(bytes).kind).toBe('Pod')
      const back = await server.server.fetch(
        new Request(`http://test${pods}/yy`, {
          method: 'PUT',
          body: bytes,
          headers: { 'content-type': 'application/vnd.orch.protobuf', accept: 'application/json' },
        }),
      )
      expect(back.status).toBe(200)
      if (number >= 0n) expect(await back.text()).toMatch(shown)
      await server.delete(`${pods}/yy?gracePeriodSeconds=0`)

      await server.send('POST', widgets, widget('w', `"size":${number}`))
      for (const accept of ['application/json', 'application/json;as=Table;g=meta.orch.io;v=v1', 'application/yaml'])
        expect((await server.get(widgets, { accept })).text).toMatch(new RegExp(`[:[, ]${number}[,\\]}\\n]`))
      const watching = await server.server.fetch(new Request(`http://test${widgets}?watch=1`))
      const reader = watching.body?.getReader()
      expect(new TextDecoder().decode((await reader?.read())?.value)).toContain(`"size":${number}`)
      await reader?.cancel()
      await server.delete(`${widgets}/w`)
    }),
    runs,
  )
})

test('[INT2] custom resources keep int64 values: sets, list map keys, managedFields, unknown fields and rules', async () => {
  const server = await withWidgets()
  let count = 0
  await fc.assert(
    fc.asyncProperty(int64, int64, async (first, second) => {
      const name = `w${++count}`
      const members = `"size":${first},"sizes":[${first}],"parts":[{"id":${first},"v":"a"}],"any":{"x":[${first}]}`
      const path = `${widgets}/${name}?fieldManager=m`
      const created = await server.send('PATCH', path, widget(name, members), apply)
      expect(created.status, created.text).toBe(201)
      for (const text of [`"size":${first}`, `"sizes":[${first}]`, `"id":${first}`, `"x":[${first}]`])
        expect(created.text).toContain(text)
      for (const owned of [`"v:${first}":{}`, `"k:{\\"id\\":${first}}":{`]) expect(created.text).toContain(owned)
      const more = await server.send('PATCH', `${widgets}/${name}`, `{"size":${second}}`, merge)
      expect(more.text).toContain(`"size":${second}`)
      const again = await server.send('PATCH', `${path}&force=true`, widget(name, members), apply)
      expect(again.text).toContain(`"size":${first}`)
      expect(again.text).toContain(`"v:${first}":{}`)
      const put = (await server.get(`${widgets}/${name}`)).text.replace(`"x":[${first}]`, `"x":[${second}]`)
      expect((await server.send('PUT', `${widgets}/${name}`, put)).text).toContain(`"x":[${second}]`)
    }),
    runs,
  )
})

test('[INT2] CEL rules see every digit', async () => {
  const server = await withWidgets()
  await server.send('POST', widgets, widget('g', '"grows":9007199254740993'))
  const smaller = await server.send('PATCH', `${widgets}/g`, '{"grows":9007199254740992}', merge)
  expect(smaller.status).toBe(422)
  expect(smaller.text).toContain('must not shrink')
  expect((await server.send('PATCH', `${widgets}/g`, '{"grows":9007199254740995}', merge)).text).toContain('...995')
  const larger = await server.send('PATCH', `${widgets}/g`, '{"grows":9007199254740994}', merge)
  expect(larger.text).toContain('"grows":9007199254740994')
})

test('[INT3] integers out of range are refused with their literal', async () => {
  const server = startServer()
  const tooBig = await server.send('POST', pods, pod('p', '9223372036854775808'))
  expect(tooBig.status).toBe(400)
  expect(tooBig.body.message).toContain(
    'json: cannot unmarshal number 9223372036854775808 into Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64',
  )
  const deployment = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":9007199254740993}}`
  const wide = await server.send('POST', '/apis/apps/v1/namespaces/default/deployments', deployment)
  expect(wide.body.message).toContain(
    'json: cannot unmarshal number 9007199254740993 into Go struct field DeploymentSpec.spec.replicas of type int32',
  )
})

test('[INT4] in a custom resource an integer beyond 64 bits, or with an exponent, is a float64', async () => {
  const server = await withWidgets()
  const sent = await server.send('POST', widgets, widget('f', '"share":9223372036854775808,"any":[1e18,1.0,1e400]'))
  expect(sent.status).toBe(400)
  const kept = await server.send('POST', widgets, widget('f', '"share":9223372036854775808,"any":[1e18,1.0,1e21]'))
  expect(kept.text).toContain('"share":9223372036854776000')
  expect(kept.text).toContain('"any":[1000000000000000000,1,1e+21]')
  const whole = await server.send('POST', widgets, widget('g', '"size":9223372036854775808'))
  expect(whole.status).toBe(422)
  expect(whole.body.message).toContain('size: Invalid value: "number": size in body must be of type integer: "number"')
})

test('[INT2] a pod accepts a grace period of any size, which overflows like a Go duration', async () => {
  const server = startServer()
  for (const period of [9223372036854775807n, 9007199254740993n, 9300000000n]) {
    const sent = pod(`g${period}`, period).replace('"containers"', '"nodeName":"n","containers"')
    expect((await server.send('POST', pods, sent)).status).toBe(201)
    const deleted = await server.delete(`${pods}/g${period}`)
    expect(deleted.status, deleted.text).toBe(200)
    expect(deleted.text).toContain(`"deletionGracePeriodSeconds":${period}`)
  }
})
