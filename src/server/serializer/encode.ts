import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { ApiError } from '#api/api-error.ts'
import { LONG_TEXT, type Pieces, type Rest, doneInPieces } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { StructSchema } from '#schema/schema.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'
import { indentedJsonInPieces } from './indented-json.ts'
import type { MediaType } from './media-types.ts'
import type { OutputFormat } from './negotiate.ts'
import { protobufCodec } from './load-protobuf.ts'
import { yamlCodec } from './load-yaml.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Encodes JSON as the reference does: compact with a trailing newline, or indented by two spaces without one. */
export const encodeJson = (value: Json, pretty = false): Uint8Array<ArrayBuffer> =>
  encoder.encode(
    pretty
      ? printExactJson(value, 2)
      : `${printExactJson(value)}
`,
  )

/** Encodes YAML with sorted keys, as the reference does. */
export const encodeYaml = (value: Json): Uint8Array<ArrayBuffer> => encoder.encode(yamlCodec().printYaml(value))

/** Encodes an object in a protobuf envelope. @throws ApiError NotAcceptable for a kind without a message [PB1] [PB5] */
export function encodeProtobuf(value: Json): Uint8Array<ArrayBuffer> {
  const object = isObject(value) ? value : {}
  const schema = schemaOf(object)
  if (schema !== undefined) return protobufCodec().encodeEnvelope(schema, object)
  throw withoutMessage(typeof object.kind === 'string' ? object.kind : typeof value)
}

/** Encodes an object as an item of a list. */
export const encodeProtobufItem = (schema: StructSchema, object: JsonObject): Uint8Array =>
  protobufCodec().encodeItem(schema, object)

/** Encodes a list whose items are already encoded. @throws ApiError NotAcceptable for a kind without a message */
export function encodeProtobufList(head: JsonObject, items: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const schema = schemaOf(head)
  if (schema !== undefined) return protobufCodec().encodeListEnvelope(schema, head, items)
  throw withoutMessage(String(head.kind))
}

const schemaOf = ({ apiVersion = '', kind }: JsonObject): StructSchema | undefined =>
  typeof apiVersion === 'string' && typeof kind === 'string' ? kindSchema(apiVersion, kind) : undefined

const withoutMessage = (type: string): ApiError =>
  new ApiError(
    'NotAcceptable',
    `object ${type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
  )

/** Encodes a value in the negotiated format. */
export function encodeValue(
  value: Json,
  format: { readonly mediaType: MediaType; readonly pretty: boolean },
): Uint8Array<ArrayBuffer> {
  switch (format.mediaType) {
    case 'application/yaml':
      return encodeYaml(value)
    case 'application/vnd.orch.protobuf':
      return encodeProtobuf(value)
    case 'application/json':
      return encodeJson(value, format.pretty)
  }
}

/** Encodes bytes that are a line of compact JSON; they are only re-encoded for other formats. */
export const encodeLine = (line: Uint8Array<ArrayBuffer>, format: OutputFormat): Uint8Array<ArrayBuffer> =>
  format.mediaType === 'application/json' && !format.pretty
    ? line
    : encodeValue(parseExactJson(decoder.decode(line)), format)

/** Does what `encodeLine` does, and prints a long line as YAML or indented JSON in pieces. [ER8] */
export function encodeLineInTurns(
  line: Uint8Array<ArrayBuffer>,
  format: OutputFormat,
  rest: Rest,
): Soon<Uint8Array<ArrayBuffer>> {
  const isPrinted =
    format.mediaType === 'application/yaml' || (format.mediaType === 'application/json' && format.pretty)
  if (!isPrinted || line.length < LONG_TEXT) return encodeLine(line, format)
  const value = parseExactJson(decoder.decode(line))
  return soon(rest(), () => doneInPieces(encodeInPieces(value, format), rest))
}

/** Does what `encodeValue` does, and prints YAML and indented JSON in pieces. [ER8] */
export function* encodeInPieces(
  value: Json,
  format: { readonly mediaType: MediaType; readonly pretty: boolean },
): Pieces<Uint8Array<ArrayBuffer>> {
  if (format.mediaType === 'application/yaml') return yield* yamlInPieces(value)
  if (format.mediaType === 'application/json' && format.pretty) return yield* indentedJsonInPieces(value)
  return encodeValue(value, format)
}

/** Does what `encodeYaml` does. [ER8] */
export function* yamlInPieces(value: Json): Pieces<Uint8Array<ArrayBuffer>> {
  return encoder.encode(yield* yamlCodec().printYamlInPieces(value))
}
