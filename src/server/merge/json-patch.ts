import { printExactJson } from '#api/exact-json.ts'
import { ApiError, badRequest } from '#api/api-error.ts'
import { type Json, type JsonObject, isObject, own, jsonKind } from '#api/json.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { type NumberTexts, numberTextAt } from '#api/number-texts.ts'
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

/** Returns the error for an operation that cannot be applied; its text is generic. */
const cannotApply = (): ApiError =>
  new ApiError('Invalid', 'the server rejected our request due to an error in our request', { details: {} })

/**
 * Applies the operations in order to a copy of `base`. Like the reference it is more lenient than RFC 6902: `replace`
 * of and `copy` from a missing member succeed, a missing value is null, negative indexes count from the end.
 * @throws ApiError Invalid, with a generic text
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
    if (isTooDeep(this.root)) throw cannotApply()
    if (isObject(this.root)) this.document.open(this.root)
    return this.document.finish(this.root)
  }

  private apply(operation: JsonObject): void {
    switch (own(operation, 'op')) {
      case 'add':
        return this.add(this.find(textOf(operation, 'path')), this.valueOf(operation))
      case 'remove':
        return this.remove(this.find(textOf(operation, 'path')))
      case 'replace':
        return this.replace(operation)
      case 'move':
        return this.move(operation)
      case 'copy':
        return this.copy(operation)
      case 'test':
        return this.test(operation)
      default:
        throw cannotApply()
    }
  }

  /** Returns a new copy of the operation's value: a patch may be applied again to a newer object. */
  private valueOf(operation: JsonObject): PatchNode {
    const value = own(operation, 'value') ?? null
    const text = numberTextAt(this.patch.numberTexts, operation, 'value')
    return { value: this.document.copy(value, this.patch.numberTexts), text }
  }

  /** Resolves a JSON pointer. Text before the first slash is ignored: `x/data` is `/data`. */
  private find(path: string): Target {
    const [, ...keys] = path.split('/')
    const last = keys.pop()
    if (last === undefined) throw cannotApply()
    let container = this.root
    for (const key of keys) {
      if (!isContainer(container)) throw cannotApply()
      container = this.get({ container, key: unescapeKey(key) })?.value ?? null
    }
    if (!isContainer(container)) throw cannotApply()
    this.document.open(container)
    return { container, key: unescapeKey(last) }
  }

  /** Returns the target value; `undefined` for a missing member of an object; a missing list item is an error. */
  private get({ container, key }: Target): PatchNode | undefined {
    this.document.open(container)
    if (Array.isArray(container)) return this.document.get(container, indexIn(container, key))
    return Object.hasOwn(container, key) ? this.document.get(container, key) : undefined
  }

  private add({ container, key }: Target, node: PatchNode): void {
    if (!Array.isArray(container)) return this.document.set(container, key, node)
    const at = key === '-' ? container.length : readIndex(key)
    const place = at < 0 ? at + container.length + 1 : at
    if (place < 0 || place > container.length) throw cannotApply()
    this.document.splice(container, place, 0, node)
  }

  private remove({ container, key }: Target): void {
    if (Array.isArray(container)) return this.document.splice(container, indexIn(container, key), 1)
    if (!Object.hasOwn(container, key)) throw cannotApply()
    delete container[key]
  }

  private replace(operation: JsonObject): void {
    const path = textOf(operation, 'path')
    if (path === '') return this.replaceRoot(operation)
    const { container, key } = this.find(path)
    const node = this.valueOf(operation)
    if (Array.isArray(container)) this.document.splice(container, indexIn(container, key), 1, node)
    else this.document.set(container, key, node)
  }

  /** A value that is no object or list leaves the document as it is, as in the reference, which panics without a value. */
  private replaceRoot(operation: JsonObject): void {
    const { value } = this.valueOf(operation)
    if (isContainer(value)) this.root = value
    else if (own(operation, 'value') === undefined) throw cannotApply()
  }

  private move(operation: JsonObject): void {
    const from = this.find(textOf(operation, 'from'))
    const node = this.get(from)
    this.remove(from)
    this.add(this.find(textOf(operation, 'path')), node ?? { value: null })
  }

  private copy(operation: JsonObject): void {
    const node = this.get(this.find(textOf(operation, 'from'))) ?? { value: null }
    const target = this.find(textOf(operation, 'path'))
    if (isTooDeep(node.value)) throw cannotApply()
    this.copiedBytes += printExactJson(node.value).length
    if (this.copiedBytes > COPIED_BYTES_MAX) throw cannotApply()
    this.add(target, { value: this.document.copy(node.value, this.document.numberTexts), text: node.text })
  }

  private test(operation: JsonObject): void {
    const path = textOf(operation, 'path')
    const found = path === '' ? { value: this.root } : this.get(this.find(path))
    const isSent = Object.hasOwn(operation, 'value')
    if (!isSent || !isEqual(found ?? { value: null }, this.valueOf(operation), this.document.numberTexts))
      throw cannotApply()
  }
}

const isContainer = (value: Json): value is Container => typeof value === 'object' && value !== null

function textOf(operation: JsonObject, name: string): string {
  const text = own(operation, name)
  if (typeof text !== 'string') throw cannotApply()
  return text
}

const unescapeKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')

/** Parses an index like Go's `strconv.Atoi`: a sign and leading zeros are allowed. */
function readIndex(key: string): number {
  if (!/^[-+]?[0-9]{1,15}$/.test(key)) throw cannotApply()
  return Number(key)
}

/** Returns the index of an existing item. */
function indexIn(list: readonly Json[], key: string): number {
  const index = readIndex(key)
  const at = index < 0 ? index + list.length : index
  if (at < 0 || at >= list.length) throw cannotApply()
  return at
}

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
