import { printExactJson } from '#api/exact-json.ts'
import type { Rest } from '#api/bodies/in-pieces.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { JsonObject } from '#api/json.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import type { ApiObject, ListMeta } from '#api/object-meta.ts'
import { type Result, fromStored, objectResult } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { encodeLine } from '#server/serializer/encode.ts'
import { answerValue, bytesAnswer } from '#server/request/answer.ts'
import type { OutputFormat } from '#server/serializer/negotiate.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { hasKeptRows, keptTable } from './kept-rows.ts'
import { type MessageCache, messageList } from '#server/endpoints/call/message-cache.ts'
import type { ShownType, View } from './table.ts'
import { transformList, transformObject } from './transform.ts'

const encoder = new TextEncoder()
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

/** Does what `answerObject` does. A custom resource is parsed, converted and printed, with a turn for others between. [ER8] */
export function answerObjectInTurns(
  answer: Parameters<typeof answerObject>[0] & { readonly rest: Rest },
  definition: ResourceDefinition,
  result: Result,
): Soon<Response> {
  if (result.type === 'object' || definition.storage === undefined) return answerObject(answer, definition, result)
  const { stored } = result
  parse(stored)
  return soon(answer.rest(), () => {
    const shown = objectResult(fromStored(definition, stored))
    return soon(answer.rest(), () => answerObject(answer, definition, shown))
  })
}

/** The parsed object is kept while it is in use. */
const parse = ({ object }: StoredObject): ApiObject => object

/** Reports whether a format is encoded from JSON. Protobuf is encoded from objects. */
const isText = ({ mediaType }: OutputFormat): boolean => mediaType !== 'application/vnd.orch.protobuf'

function objectLine({ encoded }: StoredObject): Uint8Array<ArrayBuffer> {
  const length = encoded.byteLength(true)
  const line = new Uint8Array(length + 1)
  encoded.copyInto(line, 0, true)
  line[length] = newline
  return line
}

const viewOf = (definition: ResourceDefinition, result: Result): JsonObject =>
  result.type === 'stored' ? fromStored(definition, result.stored) : result.object

/** Returns a collection. Items are copied from their stored bytes without parsing or encoding. [NE4] [LS3] */
export function answerList(
  { format, view, messages }: { readonly format: OutputFormat; readonly view: View; readonly messages: MessageCache },
  definition: ResourceDefinition,
  list: { readonly items: readonly StoredObject[]; readonly meta: ListMeta },
): Response {
  if (format.transform?.kind === 'Table' && isText(format) && hasKeptRows(definition)) {
    const { version } = format.transform
    return bytesAnswer(200, format.mediaType, encodeLine(keptTable(definition, { ...list, version }, view), format))
  }
  if (format.transform !== null) {
    const objects = list.items.map((item) => fromStored(definition, item))
    return answerValue(200, format, transformList(format.transform, definition, { objects, meta: list.meta }, view))
  }
  if (!isText(format)) {
    const head: JsonObject = { ...listHead(definition), metadata: { ...list.meta } }
    return bytesAnswer(200, format.mediaType, messageList(messages, definition, head, list.items))
  }
  return bytesAnswer(200, format.mediaType, encodeLine(keptLine(definition, list), format))
}

const listHead = (definition: ResourceDefinition): { readonly kind: string; readonly apiVersion: string } => ({
  kind: definition.listKind ?? `${definition.kind}List`,
  apiVersion: toApiVersion(definition),
})

/** The lines of lists by their items: the store returns the same items while nothing was written. */
const keptLines = new WeakMap<
  readonly StoredObject[],
  { readonly definition: ResourceDefinition; readonly meta: ListMeta; readonly line: Uint8Array<ArrayBuffer> }
>()

function keptLine(
  definition: ResourceDefinition,
  list: { readonly items: readonly StoredObject[]; readonly meta: ListMeta },
): Uint8Array<ArrayBuffer> {
  const { items, meta } = list
  const kept = keptLines.get(items)
  if (kept?.definition === definition && isSameMeta(kept.meta, meta)) return kept.line
  const line = listLine(definition, list)
  keptLines.set(items, { definition, meta, line })
  return line
}

const isSameMeta = (a: ListMeta, b: ListMeta): boolean =>
  a.resourceVersion === b.resourceVersion && a.continue === b.continue && a.remainingItemCount === b.remainingItemCount

/** Builds a whole list in one allocation, because lists are long and each copy is costly. */
function listLine(
  definition: ResourceDefinition,
  list: { readonly items: readonly StoredObject[]; readonly meta: ListMeta },
): Uint8Array<ArrayBuffer> {
  const meta = definition.typedItems === true ? { continue: '', ...list.meta } : list.meta
  const start = encoder.encode(`${JSON.stringify({ ...listHead(definition), metadata: meta }).slice(0, -1)},"items":[`)
  if (definition.storage !== undefined) return concat(start, convertedItems(definition, list.items))
  return copyItems(start, list.items, definition.typedItems === true)
}

const listEnd = encoder.encode(']}\n')
const comma = 44

function copyItems(start: Uint8Array, items: readonly StoredObject[], withType: boolean): Uint8Array<ArrayBuffer> {
  let length = start.length + listEnd.length + Math.max(0, items.length - 1)
  for (const item of items) length += item.encoded.byteLength(withType)
  const bytes = new Uint8Array(length)
  bytes.set(start)
  let at = start.length
  for (const [index, item] of items.entries()) {
    if (index > 0) {
      bytes[at] = comma
      at += 1
    }
    at = item.encoded.copyInto(bytes, at, withType)
  }
  bytes.set(listEnd, at)
  return bytes
}

/** Types that project the objects of another type must encode them. */
function convertedItems(definition: ResourceDefinition, items: readonly StoredObject[]): Uint8Array {
  const texts = items.map((item) => {
    const shown = fromStored(definition, item)
    if (definition.typedItems === true) return printExactJson(shown)
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = shown
    return printExactJson(rest)
  })
  return encoder.encode(`${texts.join(',')}]}\n`)
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
