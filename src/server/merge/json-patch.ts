import { printExactJson } from '#api/exact-json.ts'
import { ApiError, badRequest } from '#api/api-error.ts'
import { type Json, type JsonObject, isObject, own, jsonKind } from '#api/json.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { type NumberTexts, numberTextAt } from '#api/number-texts.ts'
import { PatchFault, fromOf, hasItem, inWords, indexIn, pathOf, placeIn } from './json-patch-fault.ts'
import { type Container, PatchDocument, type PatchNode, type Patched, type SentJson, nodeAt } from './patch-document.ts'

const OPERATIONS_MAX = 10_000
const COPIED_BYTES_MAX = 3 * 1024 * 1024

/** A patch whose operations are objects; their members are checked one by one when they are applied. */
export interface JsonPatch {
  readonly operations: readonly (JsonObject | null)[]
  readonly numberTexts: NumberTexts | undefined
}

/**
 * Parses an RFC 6902 document. `checked`: the field validation is not Ignore, so that members of wrong types are
 * refused.
 * @throws ApiError BadRequest, RequestEntityTooLarge for more than 10,000 operations
 */
export function parseJsonPatch(sent: SentJson, checked: boolean): JsonPatch {
  const operations = sent.value ?? []
  if (isTooDeep(operations)) throw badRequest('error decoding patch: exceeded max depth')
  const type = checked ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation'
  const list = checked ? `[]${type}` : 'jsonpatch.Patch'
  const refuse = (text: string): ApiError =>
    badRequest(`${checked ? 'error decoding patch: ' : ''}json: cannot unmarshal ${text}`)
  if (!Array.isArray(operations)) throw refuse(`${jsonKind(operations)} into Go value of type ${list}`)
  const objects = operations.map((operation) => {
    if (operation === null || isObject(operation)) return operation
    throw refuse(`${jsonKind(operation)} into Go value of type ${type}`)
  })
  if (checked) for (const object of objects) checkMembers(object, refuse)
  if (objects.length > OPERATIONS_MAX) throw tooMany(objects.length)
  return { operations: objects, numberTexts: sent.numberTexts }
}

function checkMembers(operation: JsonObject | null, refuse: (text: string) => ApiError): void {
  for (const name of ['op', 'from', 'path']) {
    const value = own(operation ?? {}, name) ?? null
    if (value !== null && typeof value !== 'string')
      throw refuse(`${jsonKind(value)} into Go struct field jsonPatchOp.${name} of type string`)
  }
}

const tooMany = (count: number): ApiError =>
  new ApiError(
    'RequestEntityTooLarge',
    `Request entity too large: The allowed maximum operations in a JSON patch is ${OPERATIONS_MAX}, got ${count}`,
  )

/**
 * Applies the operations in order to a copy of `base`. Like the reference it is more lenient than RFC 6902: `replace`
 * of and `copy` from a missing member succeed, a missing value is null, negative indexes count from the end, and a
 * scalar does not replace the whole document. [PA10]
 * @throws PatchFault
 */
export function applyJsonPatch(patch: JsonPatch, base: Json): Patched {
  const run = new Run(patch, base)
  return run.result()
}

interface Target {
  readonly container: Container
  readonly key: string
}

class Run {
  private readonly document = new PatchDocument()
  private readonly patch: JsonPatch
  private root: Json
  private copiedBytes = 0

  constructor(patch: JsonPatch, base: Json) {
    this.patch = patch
    this.root = this.document.copy(base, undefined)
  }

  result(): Patched {
    for (const operation of this.patch.operations) this.apply(operation ?? {})
    if (isTooDeep(this.root)) throw new PatchFault(tooDeep)
    if (isObject(this.root)) this.document.open(this.root)
    return this.document.finish(this.root)
  }

  private apply(operation: JsonObject): void {
    const op = own(operation, 'op')
    switch (op) {
      case 'add':
        return this.add(operation)
      case 'remove':
        return this.remove(operation)
      case 'replace':
        return this.replace(operation)
      case 'move':
        return this.move(operation)
      case 'copy':
        return this.copy(operation)
      case 'test':
        return this.test(operation)
      default:
        throw new PatchFault(`Unexpected kind: ${typeof op === 'string' ? op : 'unknown'}`)
    }
  }

  /** Returns a new copy of the operation's value: a patch may be applied again to a newer object. */
  private valueOf(operation: JsonObject): PatchNode {
    const value = own(operation, 'value') ?? null
    const text = numberTextAt(this.patch.numberTexts, operation, 'value')
    return { value: this.document.copy(value, this.patch.numberTexts), text }
  }

  /** Resolves a JSON pointer; `doing` begins the error if there is nothing at its parent. */
  private find(path: string, doing: string): Target {
    const [, ...keys] = path.split('/')
    const last = keys.pop()
    const container = last === undefined ? null : this.walk(keys)
    if (last === undefined || container === null) throw new PatchFault(`${doing}: missing value`)
    this.document.open(container)
    return { container, key: unescapeKey(last) }
  }

  /** Returns the container at these keys. Text before the first slash of a pointer is ignored: `x/data` is `/data`. */
  private walk(keys: readonly string[]): Container | null {
    let container = this.root
    for (const key of keys) {
      if (!isContainer(container)) return null
      const target = { container, key: unescapeKey(key) }
      if (Array.isArray(container) && !hasItem(container, target.key)) return null
      container = this.get(target)?.value ?? null
    }
    return isContainer(container) ? container : null
  }

  /** Returns the target value; `undefined` for a missing member of an object; a missing list item is an error. */
  private get({ container, key }: Target): PatchNode | undefined {
    this.document.open(container)
    if (Array.isArray(container)) return this.document.get(container, indexIn(container, key))
    return Object.hasOwn(container, key) ? this.document.get(container, key) : undefined
  }

  private put({ container, key }: Target, node: PatchNode): void {
    if (!Array.isArray(container)) return this.document.set(container, key, node)
    this.document.splice(container, placeIn(container, key), 0, node)
  }

  private takeOut({ container, key }: Target): void {
    if (Array.isArray(container)) return this.document.splice(container, indexIn(container, key), 1)
    if (!Object.hasOwn(container, key)) throw new PatchFault(`Unable to remove nonexistent key: ${key}: missing value`)
    delete container[key]
  }

  private add(operation: JsonObject): void {
    const path = pathOf(operation, 'add')
    const target = this.find(path, `add operation does not apply: doc is missing path: "${path}"`)
    inWords(`error in add for path: '${path}'`, () => this.put(target, this.valueOf(operation)))
  }

  private remove(operation: JsonObject): void {
    const path = pathOf(operation, 'remove')
    const target = this.find(path, `remove operation does not apply: doc is missing path: "${path}"`)
    inWords(`error in remove for path: '${path}'`, () => this.takeOut(target))
  }

  private replace(operation: JsonObject): void {
    const path = pathOf(operation, 'replace')
    if (path === '') return this.replaceRoot(operation)
    const { container, key } = this.find(path, `replace operation does not apply: doc is missing path: ${path}`)
    const node = this.valueOf(operation)
    if (!Array.isArray(container)) return this.document.set(container, key, node)
    if (!hasItem(container, key))
      throw new PatchFault(`replace operation does not apply: doc is missing key: ${path}: missing value`)
    this.document.splice(container, indexIn(container, key), 1, node)
  }

  /** A value that is no object or list leaves the document as it is, as in the reference, which panics without a value. */
  private replaceRoot(operation: JsonObject): void {
    const { value } = this.valueOf(operation)
    if (isContainer(value)) this.root = value
    else if (own(operation, 'value') === undefined)
      throw new PatchFault('replace operation value must be object or array')
  }

  private move(operation: JsonObject): void {
    const from = this.find(fromOf(operation, 'move'), missingFrom('move', operation))
    const node = inWords(`error in move for path: '${from.key}'`, () => {
      const found = this.get(from)
      this.takeOut(from)
      return found ?? { value: null }
    })
    const path = pathOf(operation, 'move')
    const target = this.find(path, `move operation does not apply: doc is missing destination path: ${path}`)
    inWords(`error in move for path: '${path}'`, () => this.put(target, node))
  }

  private copy(operation: JsonObject): void {
    const from = fromOf(operation, 'copy')
    const source = this.find(from, missingFrom('copy', operation))
    const node = inWords(`error in copy for from: '${from}'`, () => this.get(source)) ?? { value: null }
    const path = pathOf(operation, 'copy')
    const target = this.find(path, `copy operation does not apply: doc is missing destination path: ${path}`)
    if (isTooDeep(node.value)) throw new PatchFault(tooDeep)
    this.copiedBytes += printExactJson(node.value).length
    if (this.copiedBytes > COPIED_BYTES_MAX)
      throw new PatchFault(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.copiedBytes}, exceeding the limit ${COPIED_BYTES_MAX}`,
      )
    inWords('error while adding value during copy', () =>
      this.put(target, { value: this.document.copy(node.value, this.document.numberTexts), text: node.text }),
    )
  }

  private test(operation: JsonObject): void {
    const path = pathOf(operation, 'test')
    const found = path === '' ? { value: this.root } : this.tested(path)
    const isSent = Object.hasOwn(operation, 'value')
    if (!isSent || !isEqual(found ?? { value: null }, this.valueOf(operation), this.document.numberTexts))
      throw new PatchFault(`testing value ${path} failed: test failed`, { isTest: true })
  }

  private tested(path: string): PatchNode | undefined {
    const target = this.find(path, `test operation does not apply: is missing path: ${path}`)
    return inWords(`error in test for path: '${path}'`, () => this.get(target))
  }
}

const tooDeep = 'exceeded max depth'

const missingFrom = (op: string, operation: JsonObject): string =>
  `${op} operation does not apply: doc is missing from path: ${fromOf(operation, op)}`

const isContainer = (value: Json): value is Container => typeof value === 'object' && value !== null

const unescapeKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')

/** Compares two values; numbers are equal when their texts are equal. */
function isEqual(a: PatchNode, b: PatchNode, texts: NumberTexts): boolean {
  if (Array.isArray(a.value) && Array.isArray(b.value)) {
    const [left, right] = [a.value, b.value]
    return (
      left.length === right.length &&
      left.every((_, at) => isEqual(nodeAt(left, at, texts), nodeAt(right, at, texts), texts))
    )
  }
  if (isObject(a.value) && isObject(b.value)) {
    const [left, right] = [a.value, b.value]
    const keys = Object.keys(left)
    return (
      keys.length === Object.keys(right).length &&
      keys.every(
        (key) => Object.hasOwn(right, key) && isEqual(nodeAt(left, key, texts), nodeAt(right, key, texts), texts),
      )
    )
  }
  return a.value === b.value && a.text === b.text
}
