import { readDocument } from '#document/read-document.ts'
import type { YamlNode } from '#syntax/yaml-nodes.ts'
import type { WireNode } from '#ui/exchange/decode-bytes.ts'

/** The range of a field in a form of an object. Offsets count characters of a text, or bytes of a message. */
export interface FieldSpan {
  /** Members and indices from the object down to the field, joined by `/`. */
  readonly path: string
  readonly start: number
  readonly end: number
}

const joined = (path: readonly (string | number)[]): string => path.map(String).join('/')

const keyText = (key: YamlNode): string => (key.type === 'scalar' ? key.text : '')

function* walk(node: YamlNode, path: readonly (string | number)[], from: number): Generator<FieldSpan> {
  if (node.type === 'map' && node.pairs.length > 0)
    for (const [key, value] of node.pairs) yield* walk(value, [...path, keyText(key)], key.start)
  else if (node.type === 'list' && node.items.length > 0)
    for (const [at, item] of node.items.entries()) yield* walk(item, [...path, at], item.start)
  else yield { path: joined(path), start: from, end: Math.max(node.end, from) }
}

/** Returns where a JSON or YAML text holds each of its values, with their keys, in the order of the text. [BY3] */
export function textSpans(text: string): readonly FieldSpan[] {
  const document = readDocument(text)
  return document.type === 'document' && document.root !== null ? [...walk(document.root, [], document.root.start)] : []
}

const inObject = 'object/'

/** Returns where the event of a watch holds the fields of its object, by the paths that the object has. [BY5] */
export const frameSpans = (text: string): readonly FieldSpan[] =>
  textSpans(text).flatMap(({ path, ...place }) =>
    path.startsWith(inObject) ? [{ path: path.slice(inObject.length), ...place }] : [],
  )

/** The entries of maps are messages with a key and a value; the key is part of the path. */
function keysOfMaps(nodes: readonly WireNode[]): ReadonlyMap<string, string> {
  const maps = new Set(nodes.filter(({ type }) => type === 'map').map(({ path, start }) => `${path} ${start}`))
  const keys = new Map<string, string>()
  let entry = ''
  for (const { path, start, text, name } of nodes) {
    if (maps.has(`${path} ${start}`)) entry = `${path} ${start}`
    else if (name === 'key' && entry.startsWith(`${path.slice(0, -'.key'.length)} `)) keys.set(entry, text)
  }
  return keys
}

function steps(path: string): (string | number)[] {
  return path.split('.').flatMap((word): (string | number)[] => {
    const found = /^(.*)\[([0-9]+)\]$/.exec(word)
    return found === null ? [word] : [found[1] ?? '', Number(found[2])]
  })
}

/** Returns where a protobuf message holds each of its fields, by the paths that JSON has. Outer messages come first. [BY3] */
export function wireSpans(nodes: readonly WireNode[]): readonly FieldSpan[] {
  const keys = keysOfMaps(nodes)
  return nodes.flatMap(({ path, start, end }): readonly FieldSpan[] => {
    if (path === 'typeMeta.apiVersion' || path === 'typeMeta.kind')
      return [{ path: path.slice('typeMeta.'.length), start, end }]
    if (!path.startsWith('raw.')) return []
    const words = steps(path.slice('raw.'.length)).filter((step) => step !== '(inline)')
    const key = keys.get(`${path} ${start}`)
    if (key === undefined) return [{ path: joined(words), start, end }]
    const map = typeof words.at(-1) === 'number' ? words.slice(0, -1) : words
    return [{ path: joined([...map, key]), start, end }]
  })
}

/** Returns the spans of a Table's first row that hold fields of the object: its metadata. */
export function tableSpans(text: string): readonly FieldSpan[] {
  const start = 'rows/0/object/'
  return textSpans(text).flatMap((span) =>
    span.path.startsWith(start) ? [{ ...span, path: span.path.slice(start.length) }] : [],
  )
}

export const spanOf = (spans: readonly FieldSpan[], path: string): FieldSpan | undefined =>
  spans.find((span) => span.path === path)

/** A piece of a text: of one field, or of none. */
export interface Piece {
  readonly text: string
  /** Path of the field; `''` for pieces that belong to none, such as brackets. */
  readonly path: string
  readonly start: number
}

/** Cuts a text at its fields. */
export function piecesOf(text: string, spans: readonly FieldSpan[]): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { path, start, end } of spans) {
    if (start < at) continue
    if (start > at) pieces.push({ text: text.slice(at, start), path: '', start: at })
    pieces.push({ text: text.slice(start, end), path, start })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), path: '', start: at })
  return pieces
}

export const BYTES_PER_ROW = 12
/** The four bytes with which every protobuf body begins. */
export const PREFIX_BYTES = 4

export type WirePart = 'prefix' | 'envelope' | 'metadata' | 'content'

const envelope: ReadonlySet<string> = new Set(['', 'apiVersion', 'kind'])

/** Returns the part of a protobuf body to which a byte belongs. */
export function wirePart(path: string, at: number): WirePart {
  if (at < PREFIX_BYTES) return 'prefix'
  const [first = ''] = path.split('/')
  if (envelope.has(first)) return 'envelope'
  return first === 'metadata' ? 'metadata' : 'content'
}

/** One row of bytes, in pieces of one field each. */
export interface HexRow {
  readonly offset: number
  readonly pieces: readonly { readonly hex: string; readonly path: string; readonly start: number }[]
}

/** The innermost field of each byte. */
function fieldOfBytes(length: number, spans: readonly FieldSpan[]): readonly string[] {
  const fields = Array.from({ length }, () => '')
  for (const { path, start, end } of spans) fields.fill(path, start, end)
  return fields
}

/** Cuts bytes into rows, and each row at its fields. */
export function hexRows(bytes: Uint8Array, spans: readonly FieldSpan[]): readonly HexRow[] {
  const fields = fieldOfBytes(bytes.length, spans)
  const rows: HexRow[] = []
  for (let offset = 0; offset < bytes.length; offset += BYTES_PER_ROW) {
    const pieces: { hex: string; path: string; start: number }[] = []
    for (let at = offset; at < Math.min(bytes.length, offset + BYTES_PER_ROW); at += 1) {
      const hex = (bytes[at] ?? 0).toString(16).padStart(2, '0')
      const [last, path] = [pieces.at(-1), fields[at] ?? '']
      if (last !== undefined && last.path === path && at !== PREFIX_BYTES) last.hex += ` ${hex}`
      else pieces.push({ hex, path, start: at })
    }
    rows.push({ offset, pieces })
  }
  return rows
}

/** Reports whether a field is `path` or inside of it. */
export const isWithin = (field: string, path: string): boolean =>
  path !== '' && (field === path || field.startsWith(`${path}/`))
