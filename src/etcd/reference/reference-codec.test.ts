import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type JsonObject, isObject } from '#api/json.ts'
import { startServer } from '#semantics/trial-server.ts?vocabulary=kubernetes'
import { resourceDefinitions } from '#server/resources/index.ts?vocabulary=kubernetes'
import { objectKey } from '#server/storage/keys.ts'
import { referenceCodec } from '#etcd/reference/reference-codec.ts?vocabulary=kubernetes'

const json = await referenceCodec({ prefix: '/registry', storageMediaType: 'json' })
const protobuf = await referenceCodec({ prefix: '/registry', storageMediaType: 'protobuf' })
const note = { id: '1', timeMs: 5, author: { actor: 'ann', verb: 'create', manager: 'curl' } }
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`)
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const read = (key: string, value: unknown): JsonObject => {
  const { value: bytes, fault } = json.decode(bytesOf(value), key)
  if (fault !== undefined) throw new Error(fault)
  return JSON.parse(textOf(bytes)) as JsonObject
}

test.each([
  ['/registry/deployments.apps/default/web', '/registry/deployments/default/web'],
  ['/registry/services/default/web', '/registry/services/specs/default/web'],
  ['/registry/endpoints/default/web', '/registry/services/endpoints/default/web'],
  ['/registry/nodes/n', '/registry/minions/n'],
  ['/registry/ingresses.networking.k8s.io/default/web', '/registry/ingress/default/web'],
  ['/registry/replicationcontrollers/default/web', '/registry/controllers/default/web'],
  ['/registry/apiservices.apiregistration.k8s.io/v1.', '/registry/apiregistration.k8s.io/apiservices/v1.'],
  [
    '/registry/customresourcedefinitions.apiextensions.k8s.io/foos.a.b',
    '/registry/apiextensions.k8s.io/customresourcedefinitions/foos.a.b',
  ],
  ['/registry/events/default/e', '/registry/events/default/e'],
  ['/registry/foos.a.b/default/x', '/registry/a.b/foos/default/x'],
  ['/registry/bars.a.b/x', '/registry/a.b/bars/x'],
])('[ETC12] %s is %s in etcd', (key, etcdKey) => {
  expect(json.keyOf(key)).toBe(etcdKey)
  expect(json.logKeyOf(etcdKey)).toBe(key)
})

test('[ETC12] what is no object of a known type is no key of the log', () => {
  for (const each of ['masterleases/10.0.0.1', 'ranges/servicenodeports', 'newkinds/default/a', 'pods/a', 'health'])
    expect([each, json.logKeyOf(`/registry/${each}`)]).toEqual([each, null])
})

test('[ETC13] the first objects of a server are the same bytes after they were written as JSON or protobuf', async () => {
  const { log, server } = startServer()
  await server.ready
  const { entries } = await log.range({ start: '/registry/', end: '/registry0' })
  expect(entries.length).toBeGreaterThan(40)
  for (const { key, value } of entries) {
    if (value === null) continue
    expect(json.logKeyOf(json.keyOf(key))).toBe(key)
    for (const codec of [json, protobuf]) {
      const decoded = codec.decode(codec.encode(value, note, key), key)
      expect([decoded.fault, textOf(decoded.value)]).toEqual([undefined, textOf(value)])
    }
  }
  server.close()
})

const folder = 'src/semantics/data/corpus/protobuf'
interface Recorded {
  readonly json?: JsonObject
  readonly protobuf?: string
}

/** The objects of the corpus, with their keys; it holds lists and documents too. */
const recorded = readdirSync(folder).flatMap((file) => {
  const { json: object = {}, protobuf: bytes } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Recorded
  const owner = resourceDefinitions.find(
    (each) => each.kind === object['kind'] && toApiVersion(each) === object['apiVersion'] && each.storage === undefined,
  )
  const { metadata } = object
  if (owner === undefined || bytes === undefined || !isObject(metadata) || metadata['uid'] === undefined) return []
  const { group, resource } = owner
  const key = objectKey({
    group,
    resource,
    namespace: String(metadata['namespace'] ?? ''),
    name: String(metadata['name']),
  })
  return [{ file, key, object, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) }]
})

test.each(recorded)(
  '[ETC13] $file, recorded of the original as protobuf, is read as its JSON',
  ({ key, object, bytes }) => {
    const { resourceVersion: _version, ...metadata } = object['metadata'] as JsonObject
    const stored = { ...object, metadata }
    const decoded = json.decode(bytes, key)
    expect(decoded.fault).toBeUndefined()
    expect(JSON.parse(textOf(decoded.value))).toEqual(stored)
    expect(textOf(json.decode(bytesOf(stored), key).value)).toBe(textOf(decoded.value))
    expect(textOf(json.encode(decoded.value, note, key))).toBe(`${textOf(decoded.value)}\n`)
    expect(textOf(json.decode(protobuf.encode(decoded.value, note, key), key).value)).toBe(textOf(decoded.value))
  },
)

test('[ETC13] a definition stored as v1beta1 is read as v1, with what its versions share in each of them', () => {
  const schema = { openAPIV3Schema: { type: 'object' } }
  const definition = read('/registry/customresourcedefinitions.apiextensions.k8s.io/foos.a.b', {
    kind: 'CustomResourceDefinition',
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    metadata: { name: 'foos.a.b', creationTimestamp: null },
    spec: {
      group: 'a.b',
      version: 'v1',
      names: { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' },
      scope: 'Namespaced',
      validation: schema,
      subresources: { status: {} },
      versions: [
        { name: 'v1', served: true, storage: true },
        {
          name: 'v2',
          served: true,
          storage: false,
          additionalPrinterColumns: [{ name: 'A', type: 'string', JSONPath: '.a' }],
        },
      ],
      conversion: {
        strategy: 'Webhook',
        webhookClientConfig: { url: 'https://x.y' },
        conversionReviewVersions: ['v1'],
      },
      preserveUnknownFields: false,
    },
    status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
  })
  expect(definition['apiVersion']).toBe('apiextensions.k8s.io/v1')
  expect(definition['spec']).toEqual({
    group: 'a.b',
    names: { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' },
    scope: 'Namespaced',
    versions: [
      { name: 'v1', served: true, storage: true, schema, subresources: { status: {} } },
      {
        name: 'v2',
        served: true,
        storage: false,
        schema,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a' }],
      },
    ],
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { url: 'https://x.y' }, conversionReviewVersions: ['v1'] },
    },
  })
})

test('[ETC13] older versions of other kinds are read as the version that is served', () => {
  const claim = {
    kind: 'ResourceClaim',
    apiVersion: 'resource.k8s.io/v1beta2',
    metadata: { name: 'c', namespace: 'd' },
  }
  expect(read('/registry/resourceclaims.resource.k8s.io/d/c', claim)['apiVersion']).toBe('resource.k8s.io/v1')
  const fast = {
    kind: 'VolumeAttributesClass',
    apiVersion: 'storage.k8s.io/v1beta1',
    metadata: { name: 'f' },
    driverName: 'x',
  }
  expect(read('/registry/volumeattributesclasses.storage.k8s.io/f', fast)).toMatchObject({
    apiVersion: 'storage.k8s.io/v1',
    driverName: 'x',
  })
  const event = {
    kind: 'Event',
    apiVersion: 'events.k8s.io/v1',
    metadata: { name: 'e', namespace: 'd' },
    note: 'hello',
  }
  expect(read('/registry/events/d/e', event)).toMatchObject({ apiVersion: 'v1', message: 'hello' })
  const scaler = { kind: 'HorizontalPodAutoscaler', metadata: { name: 'h', namespace: 'd' }, spec: { maxReplicas: 3 } }
  const key = '/registry/horizontalpodautoscalers.autoscaling/d/h'
  expect(read(key, { ...scaler, apiVersion: 'autoscaling/v1' })['apiVersion']).toBe('autoscaling/v2')
})

test('[ETC13] defaults that the original sets when it reads are set', () => {
  const claim = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', metadata: { name: 'c', namespace: 'd' } }
  expect(read('/registry/persistentvolumeclaims/d/c', claim)['status']).toEqual({ phase: 'Pending' })
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [] } }
  const job = { kind: 'Job', apiVersion: 'batch/v1', metadata: { name: 'j', namespace: 'd' }, spec: { template } }
  expect(read('/registry/jobs.batch/d/j', job)['metadata']).toMatchObject({ labels: { a: 'b' } })
})

test('[ETC13] custom objects are written with sorted keys, and read with metadata in the order of this server', () => {
  const key = '/registry/foos.a.b/d/x'
  const stored =
    '{"apiVersion":"a.b/v1","kind":"Foo","metadata":{"generation":1,"name":"x","uid":"u"},"spec":{"a":1,"z":2}}\n'
  const { value } = json.decode(new TextEncoder().encode(stored), key)
  expect(textOf(value)).toBe(
    '{"apiVersion":"a.b/v1","kind":"Foo","metadata":{"name":"x","uid":"u","generation":1},"spec":{"a":1,"z":2}}',
  )
  for (const codec of [json, protobuf]) expect(textOf(codec.encode(value, note, key))).toBe(stored)
})

test('[ETC13] the newest manager of managed fields is the author of what others wrote', () => {
  const managedFields = [
    { manager: 'kubectl', operation: 'Update', apiVersion: 'v1', time: '2026-01-02T00:00:00Z' },
    { manager: 'helm', operation: 'Apply', apiVersion: 'v1', time: '2026-01-01T00:00:00Z' },
  ]
  const map = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', namespace: 'd', managedFields } }
  expect(json.decode(bytesOf(map), '/registry/configmaps/d/a').manager).toBe('kubectl')
})

test('[ETC14] a value of another kind, an unknown version, an encrypted and a broken one say why they cannot be read', () => {
  const key = '/registry/configmaps/d/a'
  const faultOf = (bytes: Uint8Array): string | undefined => json.decode(bytes, key).fault
  const start = '/registry/configmaps/d/a in etcd cannot be read: '
  expect(faultOf(bytesOf({ kind: 'Secret', apiVersion: 'v1', metadata: { name: 'a' } }))).toBe(
    `${start}no kind "Secret" is registered for version "v1" at this key`,
  )
  expect(faultOf(bytesOf({ kind: 'ConfigMap', apiVersion: 'v3', metadata: { name: 'a' } }))).toBe(
    `${start}no kind "ConfigMap" is registered for version "v3" at this key`,
  )
  const encrypted = new TextEncoder().encode('k8s:enc:aescbc:v1:key1:xyz')
  expect(faultOf(encrypted)).toBe(`${start}the value is encrypted`)
  expect(json.refusal?.(encrypted)).toBe('holds encrypted values, which Orchard cannot read')
  expect(faultOf(new Uint8Array([0x6b, 0x38, 0x73, 0, 0x0a]))).toBe(`${start}unexpected EOF`)
  expect(faultOf(new TextEncoder().encode('hello'))).toBe(`${start}the value is neither JSON nor protobuf`)
})
