import { badRequest } from '#api/api-error.ts'
import { Base64Error, decodeBase64, encodeBase64 } from '#go/base64.ts'
import { findSyntaxError } from '#go/json-syntax.ts'
import { Members, skipSpace, textOf } from './json-scan.ts'

const VERSION = 'meta.orch.io/v1'
const NOT_VALID = 'continue key is not valid'
const INT64_MAX = 9223372036854775807n
const encoder = new TextEncoder()

/** The position at which the next page of a list starts. */
export interface ContinueToken {
  /** The complete first key of the page; always starts with the prefix of the list. */
  readonly startKey: string
  /**
   * The revision of the snapshot, as the client sent it. Below 0: continue at the newest revision, which makes the list
   * inconsistent.
   */
  readonly revision: number
}

/**
 * Encodes the continue token of the next page, opaque to clients. `revision` -1 makes the token of an inconsistent
 * list, which the answer to an expired token carries. [CT1]
 */
export function encodeContinueToken(token: ContinueToken, prefix: string): string {
  if (!token.startKey.startsWith(prefix) || token.startKey === prefix) throw new Error('the key is outside the list')
  const start = token.startKey.slice(prefix.length)
  return encodeBase64(encoder.encode(JSON.stringify({ v: VERSION, rv: token.revision, start })), 'raw-url')
}

/**
 * Parses the `continue` parameter. A token cannot leave the list it is used on: its key is relative to `prefix`. [CT2]
 * [CT3]
 * @throws ApiError BadRequest with the text of the reference.
 */
export function parseContinueToken(text: string, prefix: string): ContinueToken {
  const { version, revision, start } = readFields(decodeToken(text))
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

/**
 * Reads the JSON of the token as Go does: member names match case-insensitively, the last of two duplicates wins, null
 * leaves the field unset.
 */
function readFields(bytes: Uint8Array): Fields {
  const error = findSyntaxError(bytes)
  if (error !== undefined) throw refused(`${NOT_VALID}: ${error.message}`)
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

/**
 * Sets one field. Returns the reason why the value does not fit the field, `null` when it fits or the name is unknown.
 */
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

/** Returns the shortest equivalent rooted path, without `.`, `..` and empty segments. */
function cleanPath(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return `/${steps.join('/')}`
}

/** @throws ApiError BadRequest for text that is not unpadded base64url */
function decodeToken(text: string): Uint8Array {
  try {
    return decodeBase64(text, 'raw-url')
  } catch (error) {
    if (error instanceof Base64Error) throw refused(`${NOT_VALID}: ${error.message}`)
    throw error
  }
}
