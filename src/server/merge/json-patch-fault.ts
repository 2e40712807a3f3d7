import { ApiError } from '#api/api-error.ts'
import { type Json, type JsonObject, jsonKind, own } from '#api/json.ts'
import { quoteGo } from '#go/quote.ts'

/**
 * A JSON patch that cannot be applied. Its Status has a generic text; `why` is the text of the reference's library, which
 * webhooks and mutating policies show. [PA10]
 */
export class PatchFault extends ApiError {
  readonly why: string
  /** True for a failed `test` operation. */
  readonly isTest: boolean

  constructor(why: string, { isTest = false }: { readonly isTest?: boolean } = {}) {
    super('Invalid', 'the server rejected our request due to an error in our request', { details: {} })
    this.why = why
    this.isTest = isTest
  }
}

/** Runs `work`; its fault is preceded by `doing`. @throws PatchFault */
export function inWords<Result>(doing: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof PatchFault) throw new PatchFault(`${doing}: ${error.why}`)
    throw error
  }
}

/** The operations whose error says only that the path is missing, even if it has another type. */
const terse = ['add', 'remove', 'copy']

/** Returns the path of an operation. @throws PatchFault */
export function pathOf(operation: JsonObject, op: string): string {
  const path = own(operation, 'path')
  if (typeof path === 'string') return path
  const why = terse.includes(op) ? missing : pointerProblem(path, 'operation missing path field')
  throw new PatchFault(`${op} operation failed to decode path: ${why}`)
}

/** Returns the source of `move` and `copy`. @throws PatchFault */
export function fromOf(operation: JsonObject, op: string): string {
  const from = own(operation, 'from')
  if (typeof from === 'string') return from
  throw new PatchFault(
    `${op} operation failed to decode from: ${pointerProblem(from, 'operation, missing from field')}`,
  )
}

const missing = 'missing value'

const pointerProblem = (value: Json | undefined, isMissing: string): string =>
  value === undefined || value === null
    ? `${isMissing}: ${missing}`
    : `json: cannot unmarshal ${jsonKind(value)} into Go value of type string`

/** Reports whether a list has an item at the index that `key` states. */
export function hasItem(list: readonly Json[], key: string): boolean {
  const index = readIndex(key)
  return typeof index === 'number' && index < list.length && index >= -list.length
}

/** Returns the index of an existing item. @throws PatchFault */
export function indexIn(list: readonly Json[], key: string): number {
  const index = readIndex(key)
  if (typeof index === 'string') throw new PatchFault(index)
  if (!hasItem(list, key)) throw noSuchIndex(index)
  return index < 0 ? index + list.length : index
}

/** Returns the index at which an item is inserted. @throws PatchFault */
export function placeIn(list: readonly Json[], key: string): number {
  if (key === '-') return list.length
  const index = readIndex(key)
  if (typeof index === 'string') throw new PatchFault(`value was not a proper array index: '${key}': ${index}`)
  const place = index < 0 ? index + list.length + 1 : index
  if (place < 0 || place > list.length) throw noSuchIndex(index)
  return place
}

const noSuchIndex = (index: number): PatchFault =>
  new PatchFault(`Unable to access invalid index: ${index}: invalid index referenced`)

/** Parses an index like Go's `strconv.Atoi`: a sign and leading zeros are allowed. Returns the error of another text. */
function readIndex(key: string): number | string {
  const wrong = `strconv.Atoi: parsing ${quoteGo(key)}: `
  if (!/^[-+]?[0-9]+$/.test(key)) return `${wrong}invalid syntax`
  return /^[-+]?0*[0-9]{1,15}$/.test(key) ? Number(key) : `${wrong}value out of range`
}
