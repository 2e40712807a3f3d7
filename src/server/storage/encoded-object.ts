import { type JsonObject } from '#api/json.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { Members } from './json-scan.ts'

/**
 * The JSON of an object as UTF-8, ready to be copied into a response. The stored bytes contain no resourceVersion,
 * because a shared store assigns it only after the write; it is spliced in while copying. [ST5]
 *
 * `withType`: include the leading `kind` and `apiVersion` (get, watch) or omit them (items of a list of a built-in
 * kind).
 */
export interface EncodedObject {
  byteLength(withType: boolean): number
  /** Writes `byteLength(withType)` bytes into `target`, starting at `at`. Returns the position after them. */
  copyInto(target: Uint8Array, at: number, withType: boolean): number
  /** Returns a new buffer, owned by the caller. */
  toBytes(withType: boolean): Uint8Array<ArrayBuffer>
  /** Finds `metadata` with its resourceVersion, for {@link copyMetadata}. */
  metadata(): MetadataBytes
  /** Writes `metadata` into `target`, starting at `at`. Returns the position after it. */
  copyMetadata(target: Uint8Array, at: number, metadata: MetadataBytes): number
}

/** Position of `metadata` in the bytes of an object, and its length with the resourceVersion. */
export interface MetadataBytes {
  readonly from: number
  readonly to: number
  readonly byteLength: number
}

const encoder = new TextEncoder()
const RESOURCE_VERSION = encoder.encode('"resourceVersion":"')
const COMMA = 0x2c
const QUOTE = 0x22
const OPEN = 0x7b

/** The fields of metadata that precede resourceVersion in the field order of the reference. */
export const BEFORE_VERSION: readonly string[] = ['name', 'generateName', 'namespace', 'selfLink', 'uid']

/** Encodes an object in its stored form. */
export const encodeObject = (object: ApiObject): Uint8Array => encoder.encode(printExactJson(object as JsonObject))

/** The positions at which the bytes of an object are cut. */
interface Layout {
  /** First byte after the brace and the leading kind and apiVersion. */
  readonly body: number
  /** Position at which resourceVersion is inserted. */
  readonly splice: number
  readonly commaBefore: boolean
  readonly commaAfter: boolean
}

/**
 * The {@link EncodedObject} of stored bytes at a revision. Holds a reference to the bytes and copies them only on
 * request.
 */
export class SplicedObject implements EncodedObject {
  readonly #bytes: Uint8Array
  readonly #revision: number
  // Four small fields instead of a nested object: one instance exists for each object that was ever listed.
  readonly #body: number
  readonly #splice: number
  readonly #commaBefore: boolean
  readonly #commaAfter: boolean

  constructor(bytes: Uint8Array, revision: number) {
    const layout = findLayout(bytes)
    this.#bytes = bytes
    this.#revision = revision
    this.#body = layout.body
    this.#splice = layout.splice
    this.#commaBefore = layout.commaBefore
    this.#commaAfter = layout.commaAfter
  }

  byteLength(withType: boolean): number {
    return this.#bytes.byteLength + this.#insertedLength() - (withType ? 0 : this.#body - 1)
  }

  copyInto(target: Uint8Array, start: number, withType: boolean): number {
    let at = start
    if (!withType) target[at++] = OPEN
    return this.#copy(target, at, { from: withType ? 0 : this.#body, to: this.#bytes.length })
  }

  metadata(): MetadataBytes {
    const members = new Members(this.#bytes, 0)
    while (members.next() && !members.isNamed('metadata'));
    const { valueStart: from, valueEnd: to } = members
    return { from, to, byteLength: to - from + this.#insertedLength() }
  }

  copyMetadata(target: Uint8Array, at: number, metadata: MetadataBytes): number {
    return this.#copy(target, at, metadata)
  }

  #insertedLength(): number {
    const commas = (this.#commaBefore ? 1 : 0) + (this.#commaAfter ? 1 : 0)
    return RESOURCE_VERSION.length + String(this.#revision).length + 1 + commas
  }

  /** Copies a range that includes the position of the resourceVersion. */
  #copy(target: Uint8Array, start: number, { from, to }: { readonly from: number; readonly to: number }): number {
    let at = copyRange(target, start, this.#bytes, { from, to: this.#splice })
    if (this.#commaBefore) target[at++] = COMMA
    at = copyRange(target, at, RESOURCE_VERSION, { from: 0, to: RESOURCE_VERSION.length })
    const digits = String(this.#revision)
    for (let i = 0; i < digits.length; i += 1) target[at++] = digits.charCodeAt(i)
    target[at++] = QUOTE
    if (this.#commaAfter) target[at++] = COMMA
    return copyRange(target, at, this.#bytes, { from: this.#splice, to })
  }

  toBytes(withType: boolean): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.byteLength(withType))
    this.copyInto(bytes, 0, withType)
    return bytes
  }
}

/** Below this many bytes a loop is faster than creating a view and calling the runtime's copy. */
const SHORT = 256

function copyRange(target: Uint8Array, at: number, source: Uint8Array, range: { from: number; to: number }): number {
  const { from, to } = range
  if (to - from > SHORT) target.set(source.subarray(from, to), at)
  else for (let i = from, j = at; i < to; i += 1, j += 1) target[j] = source[i] ?? 0
  return at + to - from
}

function findLayout(bytes: Uint8Array): Layout {
  let body = 1
  let typed = true
  const members = new Members(bytes, 0)
  while (members.next()) {
    if (typed && (members.isNamed('kind') || members.isNamed('apiVersion'))) continue
    if (typed) body = members.keyStart - 1
    typed = false
    if (members.isNamed('metadata')) return { body, ...findSplice(bytes, members.valueStart) }
  }
  throw new Error('an object without metadata can not be stored')
}

function findSplice(bytes: Uint8Array, metadata: number): Omit<Layout, 'body'> {
  let splice = metadata + 1
  const fields = new Members(bytes, metadata)
  while (fields.next()) {
    if (!BEFORE_VERSION.some((name) => fields.isNamed(name))) {
      return { splice, commaBefore: splice > metadata + 1, commaAfter: splice === metadata + 1 }
    }
    splice = fields.valueEnd
  }
  return { splice, commaBefore: splice > metadata + 1, commaAfter: false }
}
