import { badRequest } from '#api/api-error.ts'
import { findJsonSyntaxError } from './go-json-syntax.ts'
import { Members, skipSpace, textOf } from './json-scan.ts'

const VERSION = 'meta.orch.io/v1'
const NOT_VALID = 'continue key is not valid'
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const INT64_MAX = 9223372036854775807n
const digits: ReadonlyMap<number, number> = new Map(Array.from(ALPHABET, (char, value) => [char.charCodeAt(0), value]))
const encoder = new TextEncoder()

/** Where a page goes on. */
export interface ContinueToken {
  /** First key of the page, whole; always starts with the list's own prefix. */
  readonly startKey: string
  /** The snapshot's revision, as the client sent it. Below 0: go on at the newest revision, an inconsistent list. */
  readonly revision: number
}

/**
 * Writes the token of the next page, opaque to clients. `revision` -1 makes the token that an expired one is answered
 * with. "Retrieving large results sets in chunks". [CT1]
 */
export function encodeContinueToken(token: ContinueToken, prefix: string): string {
  if (!token.startKey.startsWith(prefix) || token.startKey === prefix) throw new Error('the key is outside the list')
  const start = token.startKey.slice(prefix.length)
  return toBase64Url(encoder.encode(JSON.stringify({ v: VERSION, rv: token.revision, start })))
}

/**
 * Reads `continue`. A token can't leave the list it is given to: its key is relative to `prefix`. [CT2] [CT3]
 * @throws ApiError BadRequest with the reference's words.
 */
export function parseContinueToken(text: string, prefix: string): ContinueToken {
  const { version, revision, start } = readFields(fromBase64Url(encoder.encode(text)))
  if (version !== VERSION) throw refused(`${NOT_VALID}: server does not recognize this encoded version ${version}`)
  if (revision === 0n) {
    throw refused(`${NOT_VALID}: incorrect encoded start resourceVersion (version ${VERSION})`)
  }
  if (start === '') throw refused(`${NOT_VALID}: encoded start key empty (version ${VERSION})`)
  const rooted = start.startsWith('/') ? start : `/${start}`
  if (cleanPath(rooted) !== rooted) throw refused(`${NOT_VALID}: ${start}`)
  return { startKey: prefix + rooted.slice(1), revision: Number(revision) }
}

const refused = (why: string): Error => badRequest(`invalid continue token: ${why}`)

interface Fields {
  version: string
  revision: bigint
  start: string
}

/** Reads the token's JSON as the reference does: names of any case, the last of two counts, null changes nothing. */
function readFields(bytes: Uint8Array): Fields {
  const fault = findJsonSyntaxError(bytes)
  if (fault !== null) throw refused(`${NOT_VALID}: ${fault}`)
  const fields: Fields = { version: '', revision: 0n, start: '' }
  const open = skipSpace(bytes, 0)
  const type = typeOfValue(bytes, open)
  if (type === 'null') return fields
  if (type !== 'object') {
    throw refused(`${NOT_VALID}: json: cannot unmarshal ${type} into Go value of type storage.continueToken`)
  }
  let firstFault: string | null = null
  const members = new Members(bytes, open)
  while (members.next()) {
    const name = parseText(textOf(bytes, members.keyStart - 1, members.keyEnd + 1)).toLowerCase()
    const raw = textOf(bytes, members.valueStart, members.valueEnd)
    const found = setField(fields, name, { type: typeOfValue(bytes, members.valueStart), raw })
    firstFault ??= found
  }
  if (firstFault !== null) throw refused(`${NOT_VALID}: ${firstFault}`)
  return fields
}

const parseText = (quoted: string): string => String(JSON.parse(quoted))

interface RawValue {
  readonly type: string
  readonly raw: string
}

/** Answers why the value does not fit, `null` when it does or is of no field. */
function setField(fields: Fields, name: string, { type, raw }: RawValue): string | null {
  if (type === 'null') return null
  if (name === 'v' || name === 'start') {
    if (type !== 'string') return cannotUnmarshal(type, name, 'string')
    fields[name === 'v' ? 'version' : 'start'] = parseText(raw)
    return null
  }
  if (name !== 'rv') return null
  if (type !== 'number') return cannotUnmarshal(type, name, 'int64')
  const value = /^-?[0-9]{1,19}$/.test(raw) ? BigInt(raw) : null
  if (value === null || value > INT64_MAX || value < -INT64_MAX - 1n) {
    return cannotUnmarshal(`number ${raw}`, name, 'int64')
  }
  fields.revision = value
  return null
}

const cannotUnmarshal = (what: string, field: string, type: string): string =>
  `json: cannot unmarshal ${what} into Go struct field continueToken.${field} of type ${type}`

function typeOfValue(bytes: Uint8Array, at: number): string {
  const char = String.fromCharCode(bytes[at] ?? 0)
  const named: Readonly<Record<string, string>> = {
    '{': 'object',
    '[': 'array',
    '"': 'string',
    t: 'bool',
    f: 'bool',
    n: 'null',
  }
  return named[char] ?? 'number'
}

/** The shortest rooted path that means the same: no `.`, `..` or empty step. */
function cleanPath(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return `/${steps.join('/')}`
}

function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const chars = left >= 3 ? 4 : left + 1
    for (let i = 0; i < chars; i += 1) text += ALPHABET.charAt((bits >> (18 - 6 * i)) & 63)
  }
  return text
}

/** Unpadded, line breaks skipped, odd last bits forgiven, as the reference reads it. */
function fromBase64Url(text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [filled, bits, inQuantum] = [0, 0, 0]
  for (const [at, code] of text.entries()) {
    if (code === 0x0a || code === 0x0d) continue
    const value = digits.get(code)
    if (value === undefined) throw refused(`${NOT_VALID}: illegal base64 data at input byte ${at}`)
    bits = ((bits << 6) | value) & 0xffffff
    inQuantum += 1
    if (inQuantum > 1) {
      bytes[filled] = (bits >> ((4 - inQuantum) * 2)) & 0xff
      filled += 1
    }
    if (inQuantum === 4) inQuantum = 0
  }
  if (inQuantum === 1) throw refused(`${NOT_VALID}: illegal base64 data at input byte ${text.length - 1}`)
  return bytes.subarray(0, filled)
}
