import type { Rest } from '#api/bodies/in-pieces.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Result, fromStored, objectResult } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { encodeLine, encodeLineInTurns } from '#server/serializer/encode.ts'
import { answerValue, bytesAnswer } from '#server/request/answer.ts'
import type { OutputFormat } from '#server/serializer/negotiate.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import type { ShownType, View } from './table.ts'
import { transformObject } from './transform.ts'

const newline = 10

/**
 * Returns the result of an action or a review, which is not stored. A Status is never transformed to a Table or
 * metadata. [SUB3] [SUB5]
 */
export function answerProduct(format: OutputFormat, type: ShownType, product: JsonObject, view: View): Response {
  const shown =
    format.transform === null || product.kind === 'Status'
      ? product
      : transformObject(format.transform, type, product, view)
  return answerValue(201, format, shown)
}

/** Returns one object: its stored bytes if they are the requested representation. [NE4] */
export function answerObject(
  { status, format, view }: { readonly status: number; readonly format: OutputFormat; readonly view: View },
  definition: ResourceDefinition,
  result: Result,
): Response {
  if (format.transform !== null)
    return answerValue(status, format, transformObject(format.transform, definition, viewOf(definition, result), view))
  if (result.type === 'stored' && definition.storage === undefined && isText(format))
    return bytesAnswer(status, format.mediaType, encodeLine(objectLine(result.stored), format))
  return answerValue(status, format, viewOf(definition, result))
}

/**
 * Does what `answerObject` does. A long object is printed as YAML in pieces; a custom resource is parsed, converted and
 * printed, with a turn for others between. [ER8]
 */
export function answerObjectInTurns(
  answer: Parameters<typeof answerObject>[0] & { readonly rest: Rest },
  definition: ResourceDefinition,
  result: Result,
): Soon<Response> {
  const { status, format, rest } = answer
  if (result.type === 'stored' && definition.storage === undefined && format.mediaType === 'application/yaml')
    if (format.transform === null)
      return soon(encodeLineInTurns(objectLine(result.stored), format, rest), (bytes) =>
        bytesAnswer(status, format.mediaType, bytes),
      )
  if (result.type === 'object' || definition.storage === undefined) return answerObject(answer, definition, result)
  const { stored } = result
  parse(stored)
  return soon(rest(), () => {
    const shown = objectResult(fromStored(definition, stored))
    return soon(rest(), () => answerObject(answer, definition, shown))
  })
}

/** The parsed object is kept while it is in use. */
const parse = ({ object }: StoredObject): ApiObject => object

/** Reports whether a format is encoded from JSON. Protobuf is encoded from objects. */
export const isText = ({ mediaType }: OutputFormat): boolean => mediaType !== 'application/vnd.orch.protobuf'

function objectLine({ encoded }: StoredObject): Uint8Array<ArrayBuffer> {
  const length = encoded.byteLength(true)
  const line = new Uint8Array(length + 1)
  encoded.copyInto(line, 0, true)
  line[length] = newline
  return line
}

const viewOf = (definition: ResourceDefinition, result: Result): JsonObject =>
  result.type === 'stored' ? fromStored(definition, result.stored) : result.object
