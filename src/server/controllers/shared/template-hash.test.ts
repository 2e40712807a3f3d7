import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import '#server/kinds/every-group.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { goDump } from './go-dump.ts'
import { goStructures } from './go-types.ts'
import { fnv32a, revisionHash, templateHash } from './template-hash.ts'

const container = (image: string, more: JsonObject = {}): JsonObject => ({
  name: 'c',
  image,
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'IfNotPresent',
  ...more,
})
const template = (first: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  metadata: { labels: { app: 'web' }, ...metadata },
  spec: {
    containers: [first],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  },
})

// The hashes are those of the recordings.
test.each([
  ['7cc558855f', template(container('app:1'))],
  ['7dcc88b896', template(container('app:2'))],
  ['fcf8794b5', template(container('app:3'))],
  ['7c86b979f9', template(container('bad:1'))],
  ['7d8f998675', template(container('app:1'), { labels: { app: 'ok' } })],
  ['585cf7468d', template(container('app:1'), { annotations: { 'sim/exit': '1:1' } })],
  ['964cbd5bc', template(container('app:1'), { annotations: { 'sim/start-ms': '1500' } })],
  ['598454dbb4', template(container('app:1', { resources: { requests: { cpu: '10m' } } }))],
])('[LC29] the hash of a pod template is that of the original: %s', (hash, given) => {
  expect(templateHash(given, undefined)).toBe(hash)
  expect(templateHash(given, 1)).not.toBe(hash)
})

test('[LC29] the hash of a revision is that of the original', () => {
  const dataOf = (image: string): JsonObject => ({
    spec: { template: { ...template(container(image), { labels: { app: 'db' } }), $patch: 'replace' } },
  })
  expect(revisionHash(dataOf('app:1'), 0)).toBe('fbfc8b6b8')
  expect(revisionHash(dataOf('app:2'), 0)).toBe('84f69d8549')
})

test.each([
  ['*int64', undefined, '(*int64)<nil>'],
  ['*int64', 5, '(*int64)5'],
  ['[]string', [], '([]string)<nil>'],
  ['[]string', ['a', 'b'], '([]string)[a b]'],
  ['map[string]string', { b: '2', a: '1' }, '(map[string]string)map[a:1 b:2]'],
  ['PullPolicy', 'Always', '(v1.PullPolicy)Always'],
  ['intstr.IntOrString', 80, '(intstr.IntOrString){Type:(intstr.Type)0 IntVal:(int32)80 StrVal:(string)}'],
  ['intstr.IntOrString', 'http', '(intstr.IntOrString){Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)http}'],
  [
    '*EmptyDirVolumeSource',
    {},
    '(*v1.EmptyDirVolumeSource){Medium:(v1.StorageMedium) SizeLimit:(*resource.Quantity)<nil>}',
  ],
  [
    'SecretEnvSource',
    { name: 's' },
    '(v1.SecretEnvSource){LocalObjectReference:(v1.LocalObjectReference){Name:(string)s} Optional:(*bool)<nil>}',
  ],
])('[LC29] %s prints as in Go: %#', (type, value, text) => {
  expect(goDump(type, value)).toBe(text)
})

test.each([
  ['64Mi', '67108864', 0, 'BinarySI'],
  ['2', '2', 0, 'DecimalSI'],
  ['3k', '3', 3, 'DecimalSI'],
  ['0', '0', 0, ''],
])('[LC29] the quantity %s prints with its number and scale', (text, value, scale, format) => {
  expect(goDump('resource.Quantity', text)).toBe(
    `(resource.Quantity){i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`,
  )
})

test('[LC29] a template with a volume of a rare type has a hash, too', () => {
  const rare = { volumes: [{ name: 'v', cephfs: { monitors: ['a'] } }] }
  const given = template(container('app:1'))
  expect(templateHash({ ...given, spec: { ...(given['spec'] as JsonObject), ...rare } }, undefined)).toMatch(
    /^[a-z0-9]+$/,
  )
})

test('[LC29] the structures have the fields of the API in the order of Go', () => {
  const fieldsOf = (type: string): readonly string[] =>
    (goStructures().get(type) ?? []).flatMap(({ json, type: inner }) => (json === '' ? fieldsOf(inner) : [json]))
  for (const type of goStructures().keys()) {
    const schema = served(`core.v1.${type}`) ?? served(`meta.v1.${type}`)
    if (schema !== null) expect([type, ...fieldsOf(type)]).toEqual([type, ...schema])
  }
})

/** The fields of a type in the order of its schema; null if the API has no type of that name. */
function served(name: string): readonly string[] | null {
  try {
    return [...structSchema(name).fields.keys()]
  } catch {
    return null
  }
}

test('a hash can be continued after the bytes before', () => {
  expect(fnv32a('a é', fnv32a('pod '))).toBe(fnv32a('pod a é'))
  expect(fnv32a('b', fnv32a('pod '))).not.toBe(fnv32a('pod a'))
})
