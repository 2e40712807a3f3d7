import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type JsonObject, isObject } from '#api/json.ts'
import { decodeObject } from '#schema/decode.ts'
import { resourceDefinitions } from '#server/resources/index.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { encodeEnvelope, openEnvelope } from '#server/serializer/protobuf/envelope.ts'
import { readMessage } from '#server/serializer/protobuf/message.ts'
import { readWatchFrame } from '#server/serializer/protobuf/watch-frame.ts'
import { configMap, configMaps, startServer } from './trial-server.ts'

const protobuf = 'application/vnd.orch.protobuf'

function decode(bytes: Uint8Array): JsonObject {
  const { apiVersion, kind, raw } = openEnvelope(bytes)
  const schema = kindSchema(apiVersion, kind)
  if (schema === undefined) throw new Error(`no schema of ${kind}`)
  return { kind, apiVersion, ...readMessage(schema, raw) }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Encodes and decodes a struct of one type, as a client with its schema would. */
const roundTrip = (type: string, object: JsonObject): JsonObject => {
  const schema = structSchema(type)
  const { raw } = openEnvelope(encodeEnvelope(schema, object))
  return decodeObject(schema, readMessage(schema, raw)).object as JsonObject
}

async function startBinary() {
  const trial = startServer()
  const send = async (method: string, path: string, body?: Uint8Array<ArrayBuffer>, more?: Record<string, string>) => {
    const headers = { accept: protobuf, ...(body && { 'content-type': protobuf }), ...more }
    const request = new Request(`http://test${path}`, { method, headers, ...(body && { body }) })
    const response = await trial.server.fetch(request, { rawTarget: path })
    return { status: response.status, type: response.headers.get('content-type'), response }
  }
  const read = async (...asked: Parameters<typeof send>) => {
    const { status, type, response } = await send(...asked)
    return { status, type, object: decode(new Uint8Array(await response.arrayBuffer())) }
  }
  return { trial, send, read }
}

const message = (apiVersion: string, kind: string, object: JsonObject): Uint8Array<ArrayBuffer> => {
  const schema = kindSchema(apiVersion, kind) ?? structSchema(`meta.v1.${kind}`)
  return encodeEnvelope(schema, { apiVersion, kind, ...object })
}

test('[PB1] a message is the prefix and an envelope with kind and apiVersion', () => {
  const bytes = message('v1', 'ConfigMap', { immutable: true })

  expect(hex(bytes.subarray(0, 4))).toBe('6b387300')
  expect(openEnvelope(bytes)).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', contentType: '' })
  expect(hex(bytes).endsWith('1a002200')).toBe(true)
})

test('[PB2] fields that are not pointers are always written, fields by number and maps by key', () => {
  const { raw } = openEnvelope(message('v1', 'ConfigMap', { data: { b: '2', a: '' } }))

  const emptyMetadata = '0a10' + '0a001200' + '1a002200' + '2a003200' + '38004200'
  expect(hex(raw)).toBe(`${emptyMetadata}12050a01611200${'12060a0162120132'}`)
})

test('[PB3] times, quantities, int-or-string values and raw JSON have their own messages', () => {
  const lease = { spec: { renewTime: '2024-01-01T00:00:00.123456Z', leaseTransitions: 0 } }
  const port = { port: -1, targetPort: 'web' }
  const revision = { data: { x: [1, { y: null }] }, revision: 3 }

  expect(roundTrip('coordination.v1.Lease', lease)).toMatchObject(lease)
  expect(roundTrip('core.v1.ServicePort', port)).toMatchObject(port)
  expect(roundTrip('apps.v1.ControllerRevision', revision)).toMatchObject(revision)
  expect(roundTrip('core.v1.ResourceRequirements', { limits: { cpu: '1500m' } })).toEqual({ limits: { cpu: '1500m' } })
  expect(roundTrip('core.v1.Secret', { data: { k: 'dg==', none: '' } }).data).toEqual({ k: 'dg==', none: '' })
})

test('[PB4] a union value is a message with a field for each type; inlined structs are embedded messages', () => {
  const schema = {
    type: 'object',
    items: { type: 'string' },
    additionalProperties: true,
    dependencies: { a: ['b'], c: { type: 'string' } },
    enum: [1, 'x', null],
    default: { a: 1 },
  }

  expect(roundTrip('apiextensions.v1.JSONSchemaProps', schema)).toEqual(schema)
  expect(roundTrip('core.v1.Volume', { name: 'v', secret: { secretName: 's' } })).toEqual({
    name: 'v',
    secret: { secretName: 's' },
  })
  // Field 2 is the source, whose field 6 is the secret.
  const { raw } = openEnvelope(encodeEnvelope(coreV1.schema('Volume'), { name: 'v', secret: { secretName: 's' } }))
  expect(hex(raw)).toBe('0a01761205' + '3203' + '0a0173')
})

test('[PB5] objects, lists, metadata, discovery and reviews are served as protobuf; Tables are not', async () => {
  const { trial, read } = await startBinary()
  await trial.post(configMaps, configMap('a'))
  const as = (kind: string) => ({ accept: `${protobuf};as=${kind};g=meta.orch.io;v=v1` })

  expect(await read('GET', `${configMaps}/a`)).toMatchObject({
    status: 200,
    type: protobuf,
    object: { kind: 'ConfigMap', metadata: { name: 'a' } },
  })
  expect((await read('GET', configMaps)).object).toMatchObject({
    kind: 'ConfigMapList',
    items: [{ metadata: { name: 'a' } }],
  })
  expect((await read('GET', configMaps, undefined, as('PartialObjectMetadataList'))).object).toMatchObject({
    kind: 'PartialObjectMetadataList',
    items: [{ metadata: { name: 'a' } }],
  })
  expect((await read('GET', '/apis/apps/v1')).object).toMatchObject({ groupVersion: 'apps/v1' })
  expect((await read('DELETE', `${configMaps}/a`)).object).toMatchObject({ kind: 'Status', status: 'Success' })
  const refused = await trial.get(configMaps, as('Table'))
  expect([refused.body.code, refused.headers.get('content-type')]).toEqual([406, 'application/json'])
})

test('[PB5] every built-in kind has a message, and so have its list and the kinds of its subresources', () => {
  const missing = resourceDefinitions.flatMap((definition) => {
    const { group, version, kind, listKind = `${kind}List`, subresources = [] } = definition
    const own = { group, version, kind }
    const isListed = definition.verbs.includes('list')
    const inner = subresources.flatMap((each) =>
      each.kind === undefined ? [] : [{ ...own, ...each, kind: each.kind }],
    )
    return [own, ...(isListed ? [{ ...own, kind: listKind }] : []), ...inner]
      .filter((each) => kindSchema(toApiVersion(each), each.kind) === undefined)
      .map((each) => `${toApiVersion(each)} ${each.kind}`)
  })

  expect(resourceDefinitions.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

test('[PB6] a watch sends frames: a length of four bytes and an event around an envelope', async () => {
  const { trial, send } = await startBinary()
  const { body: made } = await trial.post(configMaps, configMap('a'))
  const from = Number(made.metadata.resourceVersion) - 1

  const { type, response } = await send('GET', `${configMaps}?watch=1&resourceVersion=${from}`)
  const reader = response.body?.getReader()
  const chunk = (await reader?.read())?.value ?? new Uint8Array(0)
  await reader?.cancel()

  expect(type).toBe(`${protobuf};stream=watch`)
  expect(new DataView(chunk.buffer, chunk.byteOffset).getUint32(0)).toBe(chunk.length - 4)
  const event = readWatchFrame(chunk.subarray(4))
  expect([event.type, decode(event.object).metadata]).toMatchObject(['ADDED', { name: 'a' }])
})

test('[PB7] bodies of all verbs may be protobuf, and so may options', async () => {
  const { trial, read } = await startBinary()
  const metadata = { name: 'a' }

  const made = await read('POST', configMaps, message('v1', 'ConfigMap', { metadata, data: { k: 'v' } }))
  const put = await read('PUT', `${configMaps}/a`, message('v1', 'ConfigMap', { metadata, data: { k: 'w' } }))
  const options = message('apps/v1', 'DeleteOptions', { preconditions: { uid: 'other' } })
  const kept = await read('DELETE', `${configMaps}/a`, options)

  expect([made.status, put.status, put.object.data, kept.status]).toEqual([201, 200, { k: 'w' }, 409])
  expect((await trial.get(`${configMaps}/a`)).body.data).toEqual({ k: 'w' })
})

test('[PB7] a protobuf body creates the same object as a JSON body', async () => {
  const { trial } = await startBinary()
  const post = async (path: string, body: BodyInit, type: string): Promise<JsonObject> => {
    const headers = { 'content-type': type }
    const response = await trial.server.fetch(new Request(`http://test${path}`, { method: 'POST', headers, body }))
    const { metadata, ...rest } = (await response.json()) as JsonObject
    const { uid: _uid, managedFields: _fields, creationTimestamp: _time, ...shown } = isObject(metadata) ? metadata : {}
    return { ...rest, metadata: shown }
  }
  const tried: string[] = []
  for (const sent of corpusObjects()) {
    const { group, version, resource, namespaced } = definitionOf(sent) ?? {}
    if (resource === undefined) continue
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    const path = `${root}${namespaced === true ? '/namespaces/default' : ''}/${resource}?dryRun=All&fieldManager=m`
    const bytes = message(String(sent.apiVersion), String(sent.kind), sent)
    const answer = await post(path, bytes, protobuf)
    expect(answer).toEqual(await post(path, JSON.stringify(sent), 'application/json'))
    if (answer.kind === sent.kind) tried.push(resource)
  }

  expect(tried.length).toBeGreaterThan(10)
})

const definitionOf = ({ apiVersion, kind }: JsonObject) =>
  resourceDefinitions.find((each) => each.kind === kind && toApiVersion(each) === apiVersion)

/** Returns recorded objects of the reference, as a client would send them. */
function corpusObjects(): readonly JsonObject[] {
  const folder = join(import.meta.dirname, 'data/corpus/protobuf')
  return readdirSync(folder).flatMap((file) => {
    const { json } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly json?: JsonObject }
    if (json === undefined || !isObject(json.metadata) || json.metadata.uid === undefined) return []
    const { name = '', labels = {}, annotations = {} } = json.metadata
    return [{ ...json, metadata: { name, labels, annotations } }]
  })
}

test('[PB7] malformed protobuf is refused in the words of the reference', async () => {
  const { read } = await startBinary()
  const say = async (body: Uint8Array<ArrayBuffer>): Promise<unknown> =>
    (await read('POST', configMaps, body)).object.message
  const broken = message('v1', 'ConfigMap', { data: { k: 'v' } })
  const other = message('v1', 'Secret', { metadata: { name: 'a' } })

  expect(await say(new TextEncoder().encode('{"kind":"ConfigMap"}'))).toBe(
    'the object provided is unrecognized (must be of type ConfigMap): provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({"kind":"ConfigMap"})',
  )
  expect(await say(broken.slice(0, -6))).toContain('unexpected EOF')
  expect(await say(Uint8Array.of(0x6b, 0x38, 0x73, 0x00))).toContain('empty body (6b387300)')
  expect(await say(other)).toContain('Secret in version "v1" cannot be handled as a ConfigMap')
  const number = Uint8Array.of(0x08, 0x01)
  const typed = [0x0a, 0x0f, 0x0a, 0x02, ...Buffer.from('v1'), 0x12, 0x09, ...Buffer.from('ConfigMap')]
  expect(await say(Uint8Array.of(...Buffer.from('k8s\0'), ...typed, 0x12, number.length, ...number))).toBe(
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: proto: wrong wireType = 0 for field ObjectMeta',
  )
})

test('[PB8] errors are protobuf too if protobuf was requested', async () => {
  const { read } = await startBinary()

  const { status, type, object } = await read('GET', `${configMaps}/absent`)

  expect([status, type, object.kind, object.code]).toEqual([404, protobuf, 'Status', 404])
  expect(isObject(object.details) && object.details.name).toBe('absent')
})
