import { isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments, type parseDocument } from 'yaml'
import { type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type NodePath, pathSteps } from '#document/locate.ts'
import { bytesText } from '#ui/model/words.ts'
import { collectionPath, objectPath, type WatchableResource } from '#ui/model/discovery.ts'
import { ownMetadata } from '#ui/exchange/own-metadata.ts'

/** One object found in pasted or dropped text. */
export interface FoundDocument {
  readonly number: number
  /** Its first line in the text, counting from 1. */
  readonly line: number
  readonly object: JsonObject
}

export interface UnreadableDocument {
  readonly number: number
  /** The line of the syntax error. */
  readonly line: number
  readonly problem: string
}

export interface ReadDocuments {
  readonly found: readonly FoundDocument[]
  readonly unreadable: readonly UnreadableDocument[]
}

/** Read documents with their source, in which fields can be found. */
export interface SourcedDocuments extends ReadDocuments {
  /** Returns the line of a field of a document that an error names, or of its nearest parent. */
  readonly lineOf: (number: number, field: string) => number
}

/** Maximum size of the text in bytes; a larger text is refused before it is parsed. */
export const importBytesMax = 4 * 1024 * 1024

/** Returns the result for a text that is not read. */
export const notRead = (problem: string): ReadDocuments => ({
  found: [],
  unreadable: [{ number: 1, line: 1, problem }],
})

/** Returns why a text of this size is refused; `null` when it is not. [IM3] */
export const sizeProblem = (bytes: number): string | null =>
  bytes > importBytesMax ? `${bytesText(bytes)}: an import reads at most 4 MiB` : null

/** Returns that files of this size hold nothing; `''` when they hold something. [IM12] */
export const emptyProblem = (bytes: number): string =>
  bytes === 0 ? 'The file is empty: there is nothing to import.' : ''

/** Returns the size of a text in bytes. A text that is certainly too large is not encoded. */
export const textBytes = (text: string): number =>
  text.length > importBytesMax ? text.length : new TextEncoder().encode(text).length

/** Maximum number of values and characters that a document may have once its aliases are replaced. */
const expandedMax = 16 * 1024 * 1024

/** Counts values and characters as if aliases were copies, up to `max`. */
function expandedSize(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const [key, item] of Object.entries(value)) {
    size += key.length + expandedSize(item, max - size)
    if (size > max) return size
  }
  return size
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the items of a `List` (or of any kind that ends in List and has items), or the object itself. */
function unfold(value: JsonObject): readonly unknown[] {
  const { kind, items } = value
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [value]
  // Items of a typed list have no kind, so it is added.
  const own = kind === 'List' ? {} : { apiVersion: value['apiVersion'] ?? null, kind: kind.slice(0, -4) }
  return items.map((item) => (isObject(item) ? { ...own, ...item } : item))
}

/**
 * Parses YAML with any number of documents, or JSON. Every document is reported, as objects or as a problem. Runs in a
 * worker: a text within the limits can take seconds. [IM1]
 */
export function readDocuments(text: string): SourcedDocuments {
  const tooLarge = sizeProblem(textBytes(text))
  if (tooLarge !== null) return { ...notRead(tooLarge), lineOf: () => 1 }
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { version: '1.1', merge: true, lineCounter: lines, prettyErrors: true })
  const found: FoundDocument[] = []
  const unreadable: UnreadableDocument[] = []
  const finders = new Map<number, (field: string) => number>()
  for (const document of 'empty' in documents ? [] : documents) {
    if (isEmpty(document)) continue
    const line = lines.linePos(document.contents?.range?.[0] ?? document.range[0]).line
    const number = (): number => found.length + unreadable.length + 1
    const read = toObject(document)
    if (typeof read === 'string') {
      const [error] = document.errors
      const at = error === undefined ? line : lines.linePos(error.pos[0]).line
      unreadable.push({ number: number(), line: at, problem: read })
      continue
    }
    for (const [index, object] of unfold(read).entries()) {
      const within = isUnfolded(document) ? ['items', index] : []
      const at = lineAt(document, within, lines) || line
      if (!isObject(object)) {
        unreadable.push({ number: number(), line: at, problem: `item ${index + 1} of the list is no object` })
        continue
      }
      finders.set(number(), (field) => lineAt(document, [...within, ...pathSteps(field)], lines) || line)
      found.push({ number: number(), line: at, object })
    }
  }
  return { found, unreadable, lineOf: (number, field) => finders.get(number)?.(field) ?? 1 }
}

type ParsedDocument = ReturnType<typeof parseDocument>

const isUnfolded = ({ contents }: ParsedDocument): boolean =>
  isMap(contents) && isSeq(contents.get('items')) && String(contents.get('kind')).endsWith('List')

/** Returns the line of the deepest field on a path that the document has; 0 when it has none. */
function lineAt(document: ParsedDocument, path: NodePath, lines: LineCounter): number {
  let node: unknown = document.contents
  let offset = -1
  for (const step of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined
    const key = isSeq(node) ? node.items[Number(step)] : pair?.key
    const next = isSeq(node) ? key : pair?.value
    if (!isNode(key)) break
    offset = key.range?.[0] ?? offset
    node = next
  }
  return offset < 0 ? 0 : lines.linePos(offset).line
}

/** Reports whether a document contains only comments. */
const isEmpty = ({ contents, errors }: ParsedDocument): boolean =>
  errors.length === 0 && (contents === null || (isScalar(contents) && contents.value === null))

function problemOf({ contents, errors: [error] }: ParsedDocument): string | null {
  // The parser's first line ends in a colon, because the faulty text follows.
  if (error !== undefined) return (error.message.split('\n')[0] ?? error.message).replace(/:$/, '')
  return isMap(contents) ? null : 'an object is a mapping of fields'
}

/** Returns the value of a document, or why it has none. */
function toObject(document: ParsedDocument): JsonObject | string {
  const problem = problemOf(document)
  if (problem !== null) return problem
  try {
    const value: unknown = document.toJS({ maxAliasCount: 1000 })
    if (expandedSize(value, expandedMax) > expandedMax) return 'its aliases repeat more than 16 million characters'
    return isObject(value) ? value : {}
  } catch (error) {
    // The parser refuses aliases that multiply each other, and those without an anchor.
    if (error instanceof ReferenceError) return error.message
    throw error
  }
}

/** The request for one document. Its effect is determined by a dry run. */
export type ImportPlan =
  | {
      readonly type: 'apply' | 'create'
      readonly document: FoundDocument
      /** Path of the object to apply; for generateName, path of the collection. */
      readonly path: string
      readonly body: ApiObject
      readonly resource: WatchableResource
      /** The current object; `undefined` when it does not exist. */
      readonly live: ApiObject | undefined
    }
  | {
      readonly type: 'refused'
      readonly document: FoundDocument
      readonly reason: string
      /** True for a kind that is not served; a CustomResourceDefinition in the same text may add it. */
      readonly isUnserved: boolean
    }

interface Cluster {
  readonly resources: readonly WatchableResource[]
  find(resource: WatchableResource, namespace: string, name: string): ApiObject | undefined
}

/** Decides how a document is sent: applied by name, or created when it has no name. [IM2] */
export function planImport(document: FoundDocument, namespace: string, cluster: Cluster): ImportPlan {
  const { object } = document
  const [apiVersion, kind] = [textOf(object['apiVersion']), textOf(object['kind'])]
  const refused = (reason: string, isUnserved = false): ImportPlan => ({
    type: 'refused',
    document,
    reason,
    isUnserved,
  })
  if (kind === '' || apiVersion === '') return refused('has no kind or no apiVersion')
  const resource = cluster.resources.find(
    (one) => one.kind === kind && apiVersion === (one.group === '' ? one.version : `${one.group}/${one.version}`),
  )
  if (resource === undefined) return refused(`the server does not serve ${kind} in ${apiVersion}`, true)
  const metadata: ApiObject['metadata'] = ownMetadata(isObject(object['metadata']) ? object['metadata'] : {})
  const place = resource.namespaced ? textOf(metadata.namespace) || namespace : ''
  const name = textOf(metadata.name)
  const body: ApiObject = { ...object, metadata: { ...metadata, ...(place === '' ? {} : { namespace: place }) } }
  return name === ''
    ? { type: 'create', document, path: collectionPath(resource, place), body, resource, live: undefined }
    : {
        type: 'apply',
        document,
        path: objectPath(resource, place, name),
        body,
        resource,
        live: cluster.find(resource, place, name),
      }
}
