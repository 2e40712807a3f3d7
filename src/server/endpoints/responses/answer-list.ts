import { LONG_TEXT, type Pieces, type Rest, doneInPieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import type { ListMeta } from '#api/object-meta.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import { type MessageCache, messageList } from '#server/endpoints/call/message-cache.ts'
import { fromStored } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { bytesAnswer } from '#server/request/answer.ts'
import { encodeInPieces, encodeLineInTurns, encodeYaml, yamlInPieces } from '#server/serializer/encode.ts'
import { indentedItems, indentedJsonInPieces, joinedBytes } from '#server/serializer/indented-json.ts'
import type { OutputFormat, Transform } from '#server/serializer/negotiate.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { isText } from './answer.ts'
import { hasKeptRows, keptTable } from './kept-rows.ts'
import type { View } from './table.ts'
import { transformList } from './transform.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Listed {
  readonly items: readonly StoredObject[]
  readonly meta: ListMeta
}

interface ListAnswer {
  readonly format: OutputFormat
  readonly view: View
  readonly messages: MessageCache
  readonly rest: Rest
}

/**
 * Returns a collection. JSON is copied from the stored bytes of the items without parsing or encoding; other
 * representations of long lists are made in pieces. [NE4] [LS3] [ER8]
 */
export function answerList(answer: ListAnswer, definition: ResourceDefinition, list: Listed): Soon<Response> {
  return soon(listBytes(answer, definition, list), (bytes) => bytesAnswer(200, answer.format.mediaType, bytes))
}

function listBytes(answer: ListAnswer, definition: ResourceDefinition, list: Listed): Soon<Uint8Array<ArrayBuffer>> {
  const { format, view, messages, rest } = answer
  if (format.transform?.kind === 'Table' && isText(format) && hasKeptRows(definition)) {
    const table = keptTable(definition, { ...list, version: format.transform.version }, view)
    return soon(doneInPieces(table, rest), (line) => encodeLineInTurns(line, format, rest))
  }
  if (format.transform !== null) return doneInPieces(transformed(answer, format.transform, definition, list), rest)
  if (!isText(format)) {
    const head: JsonObject = { ...listHead(definition), metadata: { ...list.meta } }
    return doneInPieces(messageList(messages, definition, head, list.items), rest)
  }
  if (format.mediaType === 'application/yaml') return doneInPieces(yamlList(definition, list), rest)
  return format.pretty ? doneInPieces(indentedList(definition, list), rest) : keptLine(definition, list)
}

function* transformed(
  { format, view }: ListAnswer,
  transform: Transform,
  definition: ResourceDefinition,
  { items, meta }: Listed,
): Pieces<Uint8Array<ArrayBuffer>> {
  const objects = yield* eachInPieces(items, (item) => [fromStored(definition, item)])
  const value = transformList(transform, definition, { objects, meta }, view)
  if (items.length > 0) yield
  return yield* encodeInPieces(value, format)
}

/** Prints a list as YAML item by item: the keys of a list are sorted, and `items` is the second of four. */
function* yamlList(definition: ResourceDefinition, { items, meta }: Listed): Pieces<Uint8Array<ArrayBuffer>> {
  const { apiVersion, ...others } = headOf(definition, meta)
  const parts = [encodeYaml({ apiVersion }), encoder.encode(items.length === 0 ? 'items: []\n' : 'items:\n')]
  for (const item of items) {
    parts.push(yield* yamlInPieces([itemOf(definition, item)]))
    yield
  }
  parts.push(encodeYaml(others))
  return joinedBytes(parts)
}

/** Prints a list as indented JSON; few items, or one long one, are parsed and printed in one piece. */
function* indentedList(definition: ResourceDefinition, { items, meta }: Listed): Pieces<Uint8Array<ArrayBuffer>> {
  const head = headOf(definition, meta)
  if (items.length === 0) return yield* indentedJsonInPieces({ ...head, items: [] })
  const parts = [encoder.encode(`${printExactJson(head, 2).slice(0, -'\n}'.length)},\n  "items": [`)]
  for (const some of piecesOf(items)) {
    if (parts.length > 1) parts.push(encoder.encode(','))
    parts.push(encoder.encode(indentedItems(itemsOf(definition, { items: some, meta }))))
    yield
  }
  parts.push(encoder.encode('\n  ]\n}'))
  return joinedBytes(parts)
}

/** Divides items into runs of about the length of one piece of work. */
function* piecesOf(items: readonly StoredObject[]): Generator<readonly StoredObject[]> {
  let [start, length] = [0, 0]
  for (const [at, { encoded }] of items.entries()) {
    length += encoded.byteLength(true)
    if (length < LONG_TEXT && at < items.length - 1) continue
    yield items.slice(start, at + 1)
    start = at + 1
    length = 0
  }
}

function itemsOf(definition: ResourceDefinition, list: Listed): readonly Json[] {
  const value = parseExactJson(decoder.decode(listLine(definition, list)))
  return isObject(value) && Array.isArray(value['items']) ? value['items'] : []
}

/** Returns an object as it is in the JSON of a list. */
function itemOf(definition: ResourceDefinition, item: StoredObject): Json {
  if (definition.storage !== undefined) return parseExactJson(convertedItem(definition, item))
  const withType = definition.typedItems === true
  const bytes = new Uint8Array(item.encoded.byteLength(withType))
  item.encoded.copyInto(bytes, 0, withType)
  return parseExactJson(decoder.decode(bytes))
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

function keptLine(definition: ResourceDefinition, list: Listed): Uint8Array<ArrayBuffer> {
  const { items, meta } = list
  const kept = keptLines.get(items)
  if (kept?.definition === definition && isSameMeta(kept.meta, meta)) return kept.line
  const line = listLine(definition, list)
  keptLines.set(items, { definition, meta, line })
  return line
}

const isSameMeta = (a: ListMeta, b: ListMeta): boolean =>
  a.resourceVersion === b.resourceVersion && a.continue === b.continue && a.remainingItemCount === b.remainingItemCount

/** Returns the members of a list that precede its items. */
const headOf = (definition: ResourceDefinition, meta: ListMeta): JsonObject => ({
  ...listHead(definition),
  metadata: definition.typedItems === true ? { continue: '', ...meta } : { ...meta },
})

/** Builds a whole list in one allocation, because lists are long and each copy is costly. */
function listLine(definition: ResourceDefinition, { items, meta }: Listed): Uint8Array<ArrayBuffer> {
  const start = encoder.encode(`${JSON.stringify(headOf(definition, meta)).slice(0, -1)},"items":[`)
  if (definition.storage === undefined) return copyItems(start, items, definition.typedItems === true)
  const texts = items.map((item) => convertedItem(definition, item))
  return joinedBytes([start, encoder.encode(`${texts.join(',')}]}\n`)])
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
function convertedItem(definition: ResourceDefinition, item: StoredObject): string {
  const shown = fromStored(definition, item)
  if (definition.typedItems === true) return printExactJson(shown)
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = shown
  return printExactJson(rest)
}
