import type { JsonObject } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'
import { hasPrefix, openEnvelope, reading } from './protobuf/envelope.ts'
import { readMessage } from './protobuf/message.ts'
import { ProtobufError } from './protobuf/wire-value.ts'
import { type ExpectedType, type KindWords, UnreadableMessage } from './unreadable-message.ts'

const prefixLength = 4

/**
 * Decodes a body into the object that its JSON would represent, including zero values; for a kind without schema only
 * its type is returned. Missing parts of the envelope are taken from `expected`. [PB7]
 * @throws UnreadableMessage with the text of the reference
 */
export function parseProtobuf(body: Uint8Array, expected: ExpectedType): JsonObject {
  checkPrefix(body)
  const { raw, ...said } = orRefuse(() => openEnvelope(body))
  const found: KindWords = { apiVersion: said.apiVersion || expected.apiVersion, kind: said.kind || expected.kind }
  const schema = schemaOf(found, expected)
  const fields = schema === undefined ? {} : orRefuse(() => readMessage(schema, raw), found)
  return Object.assign(fields, found)
}

/** Returns the schema. Options have the version of the resource that they are sent to. */
function schemaOf(found: KindWords, expected: ExpectedType): StructSchema | undefined {
  const schema = kindSchema(found.apiVersion, found.kind)
  if (schema !== undefined || found.kind !== expected.kind) return schema
  return kindSchema(expected.apiVersion, expected.kind) ?? expected.schema
}

function checkPrefix(body: Uint8Array): void {
  if (body.length === 0) throw new UnreadableMessage('empty data')
  if (!hasPrefix(body))
    throw new UnreadableMessage(
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    )
  if (body.length === prefixLength) throw new UnreadableMessage('empty body')
}

function orRefuse<Result>(read: () => Result, found?: KindWords): Result {
  try {
    return reading(read)
  } catch (error) {
    if (error instanceof ProtobufError) throw new UnreadableMessage(error.message, found)
    throw error
  }
}
