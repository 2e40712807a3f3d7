import type { DebugProtobuf, DebugProtobufField } from '#facts/debug-api.ts'

/** One value of a protobuf message, with its byte range. */
export interface WireNode {
  /** Path of the field from the outermost message, such as `spec.replicas`. */
  readonly path: string
  readonly name: string
  /** Field number; 0 for a prefix or a frame. */
  readonly number: number
  readonly type: string
  /** A short form of the value; `''` for a message, whose fields follow. */
  readonly text: string
  readonly depth: number
  /** Offset of the first byte, including the tag, and of the byte after the last. */
  readonly start: number
  readonly end: number
}

export interface KindWords {
  readonly apiVersion: string
  readonly kind: string
}

export interface DecodedBytes {
  readonly nodes: readonly WireNode[]
  /** The apiVersion and kind in the envelope; `null` without an envelope. */
  readonly kind: KindWords | null
  /** The position and reason of a decoding error; `null` when everything was decoded. */
  readonly problem: string | null
}

/** Magic prefix of every stored or sent message. */
const prefix = [0x6b, 0x38, 0x73, 0x00]
const nodesMax = 20_000
const depthMax = 100

interface Wire {
  readonly bytes: Uint8Array
  readonly nodes: WireNode[]
  readonly layout: DebugProtobuf | null
  kind: KindWords | null
}

class WireError extends Error {}

interface Span {
  readonly at: number
  readonly end: number
}

/** Decodes a varint. Returns its value and the offset of the byte after it. */
function varint(bytes: Uint8Array, at: number, end: number): readonly [bigint, number] {
  let value = 0n
  for (let shift = 0n, next = at; next < end && shift < 70n; shift += 7n, next += 1) {
    const byte = bytes[next] ?? 0
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return [BigInt.asUintN(64, value), next + 1]
  }
  throw new WireError(`the varint at byte ${at} has no end`)
}

const hasPrefix = (bytes: Uint8Array, { at, end }: Span): boolean =>
  end - at >= 4 && prefix.every((byte, offset) => bytes[at + offset] === byte)

const typeMeta: Readonly<Record<string, DebugProtobufField>> = {
  1: { name: 'apiVersion', type: 'string' },
  2: { name: 'kind', type: 'string' },
}
const unknownFields: Readonly<Record<string, DebugProtobufField>> = {
  1: { name: 'typeMeta', type: 'message', message: 'TypeMeta' },
  2: { name: 'raw', type: 'message', message: '' },
  3: { name: 'contentEncoding', type: 'string' },
  4: { name: 'contentType', type: 'string' },
}

/**
 * Decodes the bytes of a response: prefix, envelope and message, or the length-delimited frames of a watch. Field names
 * come from `layout`; without it only field numbers are shown, and values that look like text or a message are decoded
 * as such. Never throws. [BY1]
 */
export function decodeBytes(bytes: Uint8Array, layout: DebugProtobuf | null, framed: boolean): DecodedBytes {
  const wire: Wire = { bytes, nodes: [], layout, kind: null }
  try {
    if (framed) readFrames(wire)
    else readEnvelope(wire, { at: 0, end: bytes.length }, { path: '', depth: 0 })
    return { nodes: wire.nodes, kind: wire.kind, problem: null }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { nodes: wire.nodes, kind: wire.kind, problem: error.message }
  }
}

interface Place {
  readonly path: string
  readonly depth: number
}

function add(wire: Wire, node: WireNode): void {
  if (wire.nodes.length >= nodesMax) throw new WireError(`more than ${nodesMax} values; the rest is omitted`)
  wire.nodes.push(node)
}

function readFrames(wire: Wire): void {
  const { bytes } = wire
  let at = 0
  for (let number = 1; at + 4 <= bytes.length; number += 1) {
    const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0)
    const end = at + 4 + length
    if (end > bytes.length) throw new WireError(`frame ${number} is incomplete`)
    const name = `frame ${number}`
    add(wire, { path: name, name, number: 0, type: `${length} bytes`, text: '', depth: 0, start: at, end: at + 4 })
    readEnvelope(wire, { at: at + 4, end }, { path: name, depth: 1 })
    at = end
  }
}

function readEnvelope(wire: Wire, span: Span, place: Place): void {
  if (!hasPrefix(wire.bytes, span)) {
    readFields(wire, span, undefined, place)
    return
  }
  const { depth } = place
  const start = span.at
  add(wire, { path: 'prefix', name: 'prefix', number: 0, type: 'magic', text: 'k8s\\0', depth, start, end: start + 4 })
  readFields(wire, { at: start + 4, end: span.end }, unknownFields, place)
}

type Fields = Readonly<Record<string, DebugProtobufField>> | undefined

function readFields(wire: Wire, { at, end }: Span, fields: Fields, place: Place): void {
  const counts = new Map<number, number>()
  let next = at
  while (next < end) {
    const [tag, after] = varint(wire.bytes, next, end)
    const [number, type] = [Number(tag >> 3n), Number(tag & 7n)]
    if (number === 0) throw new WireError(`the tag at byte ${next} has no field number`)
    const field = fields !== undefined && Object.hasOwn(fields, String(number)) ? fields[number] : undefined
    const index = counts.get(number) ?? 0
    counts.set(number, index + 1)
    const base = field?.name === '' ? '(inline)' : (field?.name ?? String(number))
    const name = field?.repeated === true ? `${base}[${index}]` : base
    const path = place.path === '' ? name : `${place.path}.${name}`
    next = readValue(
      wire,
      { start: next, at: after, end },
      { number, wire: type, field, name, path, depth: place.depth },
    )
  }
}

interface Tagged extends Place {
  readonly number: number
  readonly wire: number
  readonly field: DebugProtobufField | undefined
  readonly name: string
}

/** Decodes one value after its tag. Returns the offset of the byte after it. */
function readValue(wire: Wire, { start, at, end }: Span & { start: number }, tagged: Tagged): number {
  const { bytes } = wire
  const { number, field, name, path, depth } = tagged
  const leaf = (type: string, text: string, last: number): number => {
    add(wire, { path, name, number, type, text, depth, start, end: last })
    return last
  }
  switch (tagged.wire) {
    case 0: {
      const [value, last] = varint(bytes, at, end)
      return leaf(field?.type ?? 'varint', numberText(value, field), last)
    }
    case 1:
    case 5: {
      const size = tagged.wire === 1 ? 8 : 4
      if (at + size > end) throw new WireError(`the value at byte ${at} is truncated`)
      const view = new DataView(bytes.buffer, bytes.byteOffset + at, size)
      return leaf(
        field?.type ?? `fixed${size * 8}`,
        String(size === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true)),
        at + size,
      )
    }
    case 2: {
      const [length, from] = varint(bytes, at, end)
      const last = from + Number(length)
      if (last > end) throw new WireError(`the value at byte ${at} is truncated`)
      return readDelimited(wire, { start, at: from, end: last }, tagged)
    }
    default:
      throw new WireError(`wire type ${tagged.wire} at byte ${start} is not supported`)
  }
}

const numberText = (value: bigint, field: DebugProtobufField | undefined): string =>
  field?.type === 'boolean' ? String(value !== 0n) : String(BigInt.asIntN(64, value))

function readDelimited(wire: Wire, span: Span & { start: number }, tagged: Tagged): number {
  const { number, field, name, path, depth } = tagged
  const { start, end } = span
  if (depth > depthMax) throw new WireError('messages are nested too deeply')
  const text = decodeText(wire.bytes.subarray(span.at, end))
  const below = insideOf(wire, span, tagged, text)
  if (below !== null) {
    add(wire, { path, name, number, type: field?.type ?? 'message', text: '', depth, start, end })
    below()
    return end
  }
  const type = field?.type ?? (text === null ? 'bytes' : 'string')
  add(wire, { path, name, number, type, text: text ?? `${end - span.at} bytes`, depth, start, end })
  noteKind(wire, path, text ?? '')
  return end
}

/** Records apiVersion and kind from the outermost envelope. */
function noteKind(wire: Wire, path: string, text: string): void {
  if (path.endsWith('typeMeta.apiVersion')) wire.kind ??= { apiVersion: text, kind: '' }
  else if (path.endsWith('typeMeta.kind') && wire.kind?.kind === '') wire.kind = { ...wire.kind, kind: text }
}

/** Returns how to decode the content of a length-delimited value; `null` for a leaf. */
function insideOf(wire: Wire, span: Span, { field, path, depth }: Tagged, text: string | null): (() => void) | null {
  const place = { path, depth: depth + 1 }
  if (hasPrefix(wire.bytes, span)) return () => readEnvelope(wire, span, place)
  if (field === undefined) {
    return text === null && looksLikeMessage(wire.bytes, span) ? () => readFields(wire, span, undefined, place) : null
  }
  if (field.type === 'map') {
    const fields = { 1: { name: 'key', type: 'string' }, 2: { ...(field.values ?? { type: 'bytes' }), name: 'value' } }
    return () => readFields(wire, span, fields, place)
  }
  if (field.type !== 'message') return null
  return () => readFields(wire, span, fieldsOf(wire, field, path), place)
}

function fieldsOf({ layout }: Wire, { message = '' }: DebugProtobufField, path: string): Fields {
  if (message === 'TypeMeta' && path.endsWith('typeMeta')) return typeMeta
  if (layout === null) return undefined
  const name = message === '' ? layout.message : message
  return Object.hasOwn(layout.messages, name) ? layout.messages[name] : undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes bytes as text; `null` when they are not UTF-8 or contain control characters. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = utf8.decode(bytes)
    // oxlint-disable-next-line no-control-regex -- these distinguish binary data from text
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Reports whether the bytes are a complete sequence of fields. */
function looksLikeMessage(bytes: Uint8Array, { at, end }: Span): boolean {
  try {
    readFields({ bytes, nodes: [], layout: null, kind: null }, { at, end }, undefined, { path: '', depth: 0 })
    return end > at
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}
