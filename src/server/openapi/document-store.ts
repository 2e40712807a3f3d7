import { bytesToHex } from '@noble/hashes/utils.js'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { JsonObject } from '#api/json.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { encodeOpenDocument, encodeSwaggerDocument } from '#server/serializer/document-protobuf/encode-document.ts'
import { type DocumentSource, buildSwagger, documentSources } from './documents.ts'
import { loadTexts, type Texts } from './texts.ts'

/** A document in its encoded forms. */
export interface Document {
  readonly json: Uint8Array<ArrayBuffer>
  /** The SHA-512 of the JSON in upper-case hexadecimal. Equal documents have equal hashes. */
  readonly hash: string
  readonly modifiedMs: number
  /** Returns the protobuf form, encoded at the first call. */
  protobuf(): Uint8Array<ArrayBuffer>
}

/** Stores the OpenAPI documents. Each is built at the first request, and again after its types have changed. [OA1] */
export interface DocumentStore {
  /** Returns name and hash of every document, ordered by name. */
  index(table: ResourceTable): Promise<readonly { readonly name: string; readonly hash: string }[]>
  find(table: ResourceTable, name: string): Promise<Document | null>
  swagger(table: ResourceTable): Promise<Document>
}

interface Kept {
  readonly parts: readonly unknown[]
  readonly document: Promise<Document>
}

export function createDocumentStore(nowMs: () => number): DocumentStore {
  const kept = new Map<string, Kept>()
  let sources: { readonly table: ResourceTable; readonly list: readonly DocumentSource[] } | null = null

  const sourcesOf = (table: ResourceTable): readonly DocumentSource[] => {
    if (sources?.table === table) return sources.list
    const list = documentSources(table)
    const names = new Set(list.map(({ name }) => name))
    for (const name of kept.keys()) if (name !== swaggerName && !names.has(name)) kept.delete(name)
    sources = { table, list }
    return list
  }
  const keep = (name: string, parts: readonly unknown[], make: () => Promise<Document>): Promise<Document> => {
    const known = kept.get(name)
    if (known !== undefined && sameParts(known.parts, parts)) return known.document
    const document = make()
    kept.set(name, { parts, document })
    return document
  }
  const open = ({ name, definitions, build }: DocumentSource): Promise<Document> =>
    keep(name, definitions, () => toDocument(build, encodeOpenDocument, nowMs()))

  return {
    async index(table) {
      const found = []
      // Sequential: each hash is awaited, so that other requests are served in between.
      for (const source of sourcesOf(table)) found.push({ name: source.name, hash: (await open(source)).hash })
      return found
    },
    async find(table, name) {
      const source = sourcesOf(table).find((each) => each.name === name)
      return source === undefined ? null : open(source)
    },
    swagger: (table) =>
      keep(swaggerName, table.definitions, () =>
        toDocument((texts) => buildSwagger(table, texts), encodeSwaggerDocument, nowMs()),
      ),
  }
}

/** A name that no document of the index has. */
const swaggerName = '/openapi/v2'

const sameParts = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, at) => part === b[at])

async function toDocument(
  build: (texts: Texts) => JsonObject,
  encode: (document: JsonObject) => Uint8Array<ArrayBuffer>,
  modifiedMs: number,
): Promise<Document> {
  const json = new TextEncoder().encode(printExactJson(build(await loadTexts())))
  let message: Uint8Array<ArrayBuffer> | null = null
  return {
    json,
    hash: await digest(json),
    modifiedMs,
    protobuf: () => (message ??= encode(parseExactJson(new TextDecoder().decode(json)) as JsonObject)),
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Documents are long, and the platform's SHA-512 is many times faster than one in JavaScript.
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-512', bytes))).toUpperCase()
}
