import type { Json } from '#api/json.ts'
import type { NumberTexts } from '#api/number-texts.ts'
import { protobufCodec } from '#server/serializer/load-protobuf.ts'
import { yamlCodec } from '#server/serializer/load-yaml.ts'
import { type ExpectedType, type KindWords, UnreadableMessage } from '#server/serializer/unreadable-message.ts'
import { JsonSyntaxError, parseJsonInPieces } from '#syntax/parse-json.ts'
import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { YamlError } from '#syntax/yaml-errors.ts'

/** The value of a body, or why it cannot be parsed, in the reference's words. */
export type ParsedBody =
  | {
      readonly type: 'parsed'
      readonly value: Json
      readonly duplicates: readonly string[]
      /** Combines duplicate and unknown fields in the order of the text. Present if there are duplicates. */
      readonly problems?: (unknown: readonly string[]) => readonly string[]
      readonly numberTexts: NumberTexts | undefined
      /**
       * The value as untyped decoders read it, present if there are duplicate keys: the last one replaces the others
       * entirely.
       */
      readonly plain?: { readonly value: Json; readonly duplicates: readonly string[] }
    }
  | {
      readonly type: 'unreadable'
      readonly message: string
      /** The type that the body states, if it could be read. */
      readonly found?: KindWords | undefined
    }

const unreadable = (message: string, found?: KindWords): ParsedBody => ({ type: 'unreadable', message, found })

/** Parses a body by its media type. A protobuf message without a type is decoded as `expected`. [NE3] [PB7] */
export const parseBody = (body: Uint8Array, mediaType: string, expected: ExpectedType): ParsedBody =>
  doneAtOnce(parseBodyInPieces(body, mediaType, expected))

/** Does what `parseBody` does. [ER8] */
export function* parseBodyInPieces(body: Uint8Array, mediaType: string, expected: ExpectedType): Pieces<ParsedBody> {
  switch (mediaType) {
    case 'application/yaml':
      return yield* parseYamlBody(body)
    case 'application/vnd.orch.protobuf':
      return parseProtobufBody(body, expected)
    default:
      return yield* parseJsonBody(body)
  }
}

function parseProtobufBody(body: Uint8Array, expected: ExpectedType): ParsedBody {
  try {
    const value = protobufCodec().parseProtobuf(body, expected)
    return { type: 'parsed', value, duplicates: [], numberTexts: undefined }
  } catch (error) {
    if (error instanceof UnreadableMessage) return unreadable(error.message, error.found)
    throw error
  }
}

function* parseJsonBody(body: Uint8Array): Pieces<ParsedBody> {
  try {
    const { value, duplicates, doubled, numberTexts } = yield* parseJsonInPieces(body, { duplicates: true })
    if (doubled === undefined) return { type: 'parsed', value, duplicates, numberTexts }
    return {
      type: 'parsed',
      value: doubled.value,
      duplicates,
      problems: doubled.problems,
      numberTexts: undefined,
      plain: { value, duplicates },
    }
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return unreadable(`couldn't get version/kind; json parse error: ${error.message}`)
    throw error
  }
}

function* parseYamlBody(body: Uint8Array): Pieces<ParsedBody> {
  try {
    const { value, duplicates, numberTexts } = yield* yamlCodec().parseYamlInPieces(body)
    const doubled = duplicates.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`]
    return { type: 'parsed', value, duplicates: doubled, numberTexts }
  } catch (error) {
    if (error instanceof YamlError) return unreadable(error.message)
    throw error
  }
}
