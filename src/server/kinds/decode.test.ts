import { expect, test } from 'vitest'
import type { Json } from '#api/json.ts'
import { type NumberTexts, setNumberText } from '#api/number-texts.ts'
import { toCanonical } from '#schema/canonical.ts'
import { decodeObject } from '#schema/decode.ts'
import { applyDefaults } from '#schema/defaults.ts'
import type { JsonObject } from '#api/json.ts'
import './every-group.ts'
import { structSchema } from './group-types.ts'
import { apiextensionsV1 } from './schemas/apiextensions-v1.ts'
import { appsV1 } from './schemas/apps-v1.ts'
import { coreV1 } from './schemas/core-v1.ts'

const deployment = appsV1.schema('Deployment')
const configMap = coreV1.schema('ConfigMap')
const pod = coreV1.schema('Pod')
const definition = apiextensionsV1.schema('CustomResourceDefinition')

test('[SC2] a wrong type is refused with the field path and the type in the text of the reference', () => {
  const texts = [
    [deployment, { spec: { replicas: 'x' } }, 'string into Go struct field DeploymentSpec.spec.replicas of type int32'],
    [pod, { spec: { hostNetwork: 'yes' } }, 'string into Go struct field PodSpec.spec.hostNetwork of type bool'],
    [pod, { spec: { containers: {} } }, 'object into Go struct field PodSpec.spec.containers of type []v1.Container'],
    [pod, { spec: { containers: [1] } }, 'number into Go struct field PodSpec.spec.containers of type v1.Container'],
    [
      pod,
      { spec: { containers: [{ imagePullPolicy: 1 }] } },
      'number into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy',
    ],
    [
      pod,
      { spec: { containers: [{ resources: { limits: 'x' } }] } },
      'string into Go struct field ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList',
    ],
    [
      pod,
      { spec: { containers: [{ livenessProbe: { httpGet: { port: 1.5 } } }] } },
      'number 1.5 into Go struct field HTTPGetAction.spec.containers.livenessProbe.httpGet.port of type int32',
    ],
    [
      definition,
      { spec: { scope: 1 } },
      'number into Go struct field CustomResourceDefinitionSpec.spec.scope of type v1.ResourceScope',
    ],
    [
      definition,
      { spec: { versions: [{ subresources: { status: 5 } }] } },
      'number into Go struct field CustomResourceSubresources.spec.versions.subresources.status of type v1.CustomResourceSubresourceStatus',
    ],
    [configMap, { metadata: 'x' }, 'string into Go struct field ConfigMap.metadata of type v1.ObjectMeta'],
    [
      configMap,
      { metadata: { labels: { a: true } } },
      'bool into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [configMap, { data: ['a'] }, 'array into Go struct field ConfigMap.data of type map[string]string'],
    [configMap, { data: { a: 1 } }, 'number into Go struct field ConfigMap.data of type string'],
    [
      configMap,
      { metadata: { creationTimestamp: 5 } },
      'number into Go struct field ObjectMeta.metadata.creationTimestamp of type string',
    ],
  ] as const
  for (const [schema, sent, text] of texts)
    expect(() => decodeObject(schema, structuredClone(sent) as never)).toThrow(`json: cannot unmarshal ${text}`)
})

test('[SC2] only the first wrong type is reported; a string that its type cannot parse is reported before it', () => {
  expect(() => decodeObject(configMap, { data: { a: 1 }, immutable: 'x' })).toThrow('ConfigMap.data')
  expect(() => decodeObject(configMap, { data: { a: 1 }, metadata: { creationTimestamp: 'x' } })).toThrow(
    'parsing time "x"',
  )
})

test('[SC3] an integer must be written without fraction or exponent and be in range', () => {
  const sent = { spec: { replicas: 4 } }
  const numberTexts: NumberTexts = new WeakMap()
  setNumberText(numberTexts, sent.spec, 'replicas', '4.0')
  expect(() => decodeObject(deployment, sent, { numberTexts })).toThrow('cannot unmarshal number 4.0 into')
  expect(() => decodeObject(deployment, { spec: { replicas: 2147483648 } })).toThrow('number 2147483648 into')
  expect(decodeObject(deployment, { spec: { replicas: -2147483648 } }).object).toMatchObject({
    spec: { replicas: -2147483648 },
  })
})

test('[SC4] bytes, quantities and times are canonicalized or refused with the error text of Go', () => {
  const secret = coreV1.schema('Secret')
  expect(decodeObject(secret, { data: { a: 'YWI=\n', b: 'YR==' } }).object.data).toEqual({ a: 'YWI=', b: 'YQ==' })
  const offsets = { '!': 0, YW: 0, YWI: 0, 'YWI!': 3, YWJjZ: 4, 'YWI=x': 4, 'YQ=x': 2, 'YQ=': 3 }
  for (const [text, at] of Object.entries(offsets))
    expect(() => decodeObject(secret, { data: { a: text } }), text).toThrow(`illegal base64 data at input byte ${at}`)
  const limits = { cpu: 0.5, memory: '1024Mi' }
  const { object } = decodeObject(pod, { spec: { containers: [{ resources: { limits } }] } })
  expect(object.spec).toMatchObject({ containers: [{ resources: { limits: { cpu: '500m', memory: '1Gi' } } }] })
})

test('[SC5] unknown fields are dropped and reported by path, and names are case-sensitive', () => {
  const sent = { Data: { a: 'b' }, metadata: { wrong: 1 }, spec: 1, data: { a: 'x' } }
  expect(decodeObject(configMap, sent)).toEqual({
    object: { metadata: {}, data: { a: 'x' } },
    unknown: ['unknown field "Data"', 'unknown field "metadata.wrong"', 'unknown field "spec"'],
  })
  expect(decodeObject(pod, { spec: { containers: [{}, { port: 1 }] } }).unknown).toEqual([
    'unknown field "spec.containers[1].port"',
  ])
})

test('[SC6] null means absent in a field, and the zero value in a list or map', () => {
  const sent = { metadata: null, data: { a: null }, immutable: null }
  expect(decodeObject(configMap, sent).object).toEqual({ metadata: {}, data: { a: '' } })
  expect(decodeObject(pod, { spec: { containers: [null] } }).object.spec).toEqual({ containers: [{ resources: {} }] })
})

test('[SC6] __proto__ in a map is an ordinary key', () => {
  const sent = JSON.parse('{"data":{"__proto__":"x"}}') as never
  const { object } = decodeObject(configMap, sent)
  expect(JSON.stringify(toCanonical(configMap, object))).toBe('{"metadata":{},"data":{"__proto__":"x"}}')
})

test('[SC7] the encoding has the field order and the zero values of the reference', () => {
  const encode = (name: string, sent: object): string => {
    const schema = structSchema(name)
    return JSON.stringify(toCanonical(schema, decodeObject(schema, sent as never).object))
  }
  expect(
    encode('core.v1.ConfigMap', { data: { b: '1', a: '2' }, metadata: {}, apiVersion: 'v1', kind: 'ConfigMap' }),
  ).toBe('{"kind":"ConfigMap","apiVersion":"v1","metadata":{},"data":{"a":"2","b":"1"}}')
  expect(encode('rbac.v1.Role', { rules: [] })).toBe('{"metadata":{},"rules":[]}')
  expect(encode('apps.v1.Deployment', { spec: { minReadySeconds: 0 } })).toBe(
    '{"metadata":{},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}}',
  )
  expect(encode('core.v1.PodCondition', { type: 'Ready', lastProbeTime: null })).toBe(
    '{"type":"Ready","status":"","lastProbeTime":null,"lastTransitionTime":null}',
  )
  expect(encode('core.v1.ServicePort', { port: 1 })).toBe('{"port":1,"targetPort":0}')
})

test('[SC8] the defaults of the schema are set at any depth', () => {
  const service = coreV1.schema('Service')
  const { object } = decodeObject(service, {
    spec: { ports: [{ port: 1 }, { port: 2, protocol: 'UDP' }, { protocol: '' }] },
  })
  applyDefaults(service, object)
  expect(object.spec).toMatchObject({ ports: [{ protocol: 'TCP' }, { protocol: 'UDP' }, { protocol: 'TCP' }] })
})

test('[SC10] an opaque value is kept as sent up to 1,000 levels deep; a deeper one is refused', () => {
  const nested = (depth: number): never => JSON.parse(`{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`) as never
  const revision = appsV1.schema('ControllerRevision')
  expect(JSON.stringify(decodeObject(revision, nested(900)).object.data)).toHaveLength(1800)
  expect(() => decodeObject(revision, nested(1200))).toThrow('exceeded max depth')
})

test('[SC13] bytes may be sent as a list of numbers', () => {
  const schema = coreV1.schema('Secret')
  const read = (data: Json) => decodeObject(schema, { data }).object.data
  expect(read({ a: [], b: [1, 2], c: [255, 0, 127], d: [9] })).toEqual({ a: '', b: 'AQI=', c: '/wB/', d: 'CQ==' })
  expect(() => read({ a: [256] })).toThrow(
    'json: cannot unmarshal number 256 into Go struct field Secret.data of type uint8',
  )
  expect(() => read({ a: ['x'] })).toThrow(
    'json: cannot unmarshal string into Go struct field Secret.data of type uint8',
  )
})

test('[CRD21] a JSON schema may be a boolean or a list where its type allows one, and is decoded strictly', () => {
  const decoded = (root: object): unknown => {
    const versions = [{ schema: { openAPIV3Schema: root as JsonObject } }]
    const { object, unknown } = decodeObject(definition, { spec: { versions } } as JsonObject)
    expect(unknown).toEqual([])
    const [version] = (object as typeof object & { spec: { versions: { schema: { openAPIV3Schema: object } }[] } }).spec
      .versions
    return version?.schema.openAPIV3Schema
  }
  const expected = 'boolean or JSON schema expected'
  expect(() => decoded({ additionalProperties: 5 })).toThrow(expected)
  expect(() => decoded({ additionalItems: [] })).toThrow(expected)
  expect(decoded({ additionalProperties: false })).toEqual({ additionalProperties: false })
  expect(decoded({ items: { type: 'string', bogus: 1 } })).toEqual({ items: { type: 'string' } })
  expect(decoded({ items: [{ type: 'string' }] })).toEqual({ items: [{ type: 'string' }] })
  expect(decoded({ dependencies: { a: ['b'], c: { type: 'object' } } })).toEqual({
    dependencies: { a: ['b'], c: { type: 'object' } },
  })
  expect(() => decoded({ items: { type: 5 } })).toThrow(
    'json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.items of type string',
  )
})
