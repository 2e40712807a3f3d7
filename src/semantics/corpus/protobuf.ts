import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Json, type JsonObject, isObject, textOf } from '#api/json.ts'
import { toCanonical } from '#schema/canonical.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'
import { encodeEnvelope, openEnvelope } from '#server/serializer/protobuf/envelope.ts'
import { readMessage } from '#server/serializer/protobuf/message.ts'
import { encodeWatchFrame, readWatchFrame } from '#server/serializer/protobuf/watch-frame.ts'
import { type Family, type Outcome, attempt, judge, readCases } from './family.ts'

/** One response of the reference as bytes and as JSON, in the reference's vocabulary. For a request body, the JSON is that of the response. */
interface ProtobufCase {
  readonly name: string
  readonly json?: JsonObject
  readonly protobuf?: string
  readonly sent?: string
  readonly frames?: readonly { readonly json: JsonObject; readonly protobuf: string }[]
}

export const protobuf: Family = {
  name: 'protobuf',
  async run(dir) {
    const folder = join(dir, 'protobuf')
    const files = attempt(() => readdirSync(folder).filter((file) => file.endsWith('.json')))
    if ('error' in files) return null
    return files.value.sort().flatMap((file) => tryFile(readCases<ProtobufCase>(folder, file)))
  },
}

function tryFile(each: ProtobufCase | null): readonly Outcome[] {
  if (each === null) return []
  const bytes = each.protobuf ?? each.sent
  const whole = bytes === undefined || each.json === undefined ? [] : tryObject(each.name, each.json, bytes)
  const frames = (each.frames ?? []).flatMap((frame, at) => tryFrame(`${each.name}[${at}]`, frame.json, frame.protobuf))
  return [...whole, ...frames]
}

function tryObject(id: string, json: JsonObject, base64: string): readonly Outcome[] {
  const decoded = attempt(() => decode(Buffer.from(base64, 'base64')))
  const isReordered = hasFreeOrder(json) && 'value' in decoded
  const sent = isReordered ? decoded.value : json
  return [
    judge(`${id} decoded`, inOrder(shown(decoded)), inOrder(toOrch(json))),
    judge(`${id} encoded`, shown(attempt(() => toBase64(encode(sent)))), base64),
  ]
}

/** Reports whether the reference returns the list in random order: JSON and bytes were requested separately, so their orders differ. */
const hasFreeOrder = ({ kind }: JsonObject): boolean => kind === 'SelfSubjectRulesReview'

function inOrder(value: unknown): unknown {
  const object = value as JsonObject
  if (!hasFreeOrder(object) || !isObject(object.status)) return value
  const rules = Object.entries(object.status).map(([name, list]) => [name, Array.isArray(list) ? sorted(list) : list])
  return { ...object, status: Object.fromEntries(rules) as JsonObject }
}

const sorted = (list: readonly Json[]): readonly Json[] =>
  list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Checks a watch frame; its bytes do not include the length prefix. */
const tryFrame = (id: string, json: JsonObject, base64: string): readonly Outcome[] => [
  judge(`${id} decoded`, shown(attempt(() => decodeFrame(Buffer.from(base64, 'base64')))), toOrch(json)),
  judge(`${id} encoded`, shown(attempt(() => toBase64(encodeFrame(json).subarray(4)))), base64),
]

const shown = <Value>(tried: ReturnType<typeof attempt<Value>>): unknown => ('error' in tried ? tried : tried.value)

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Translates groups and schema extensions in type names only: the bytes are in the reference's vocabulary. */
function toOrch(value: Json): Json {
  if (Array.isArray(value)) return value.map(toOrch)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/^x-kubernetes-/, 'x-orch-'), toOrch(inner ?? null)]),
  )
}

function schemaOf(apiVersion: string, kind: string): NonNullable<ReturnType<typeof kindSchema>> {
  const schema = kindSchema(apiVersion.replace('.k8s.io/', '.orch.io/'), kind)
  if (schema === undefined) throw new Error(`no schema of ${apiVersion} ${kind}`)
  return schema
}

function encode(json: JsonObject): Uint8Array {
  const schema = schemaOf(textOf(json.apiVersion), textOf(json.kind))
  const object = toOrch(json)
  return encodeEnvelope(schema, isObject(object) ? object : {})
}

function decode(bytes: Uint8Array): JsonObject {
  const { apiVersion, kind, raw } = openEnvelope(bytes)
  const schema = schemaOf(apiVersion, kind)
  const object = toCanonical(schema, readMessage(schema, raw))
  // Messages do not distinguish an empty list from an absent one; responses to lists always have `items`.
  if (schema.fields.has('items')) object.items ??= []
  if (kind === 'PartialObjectMetadataList' && Array.isArray(object.items))
    object.items = object.items.map((item) => ({
      ...(isObject(item) ? item : {}),
      kind: kind.slice(0, -4),
      apiVersion,
    }))
  return { ...(kind !== '' && { kind }), ...(apiVersion !== '' && { apiVersion }), ...object }
}

function encodeFrame({ type, object }: JsonObject): Uint8Array {
  return encodeWatchFrame(textOf(type), encode(isObject(object) ? object : {}))
}

function decodeFrame(bytes: Uint8Array): JsonObject {
  const { type, object } = readWatchFrame(bytes)
  return { type, object: decode(object) }
}
