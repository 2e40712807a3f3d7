import { badRequest } from '#api/api-error.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { type Json, type JsonObject, emptyObject, isObject, jsonKind } from '#api/json.ts'
import { PatchDocument, type PatchNode, type Patched, type SentJson, nodeAt } from './patch-document.ts'

/**
 * Checks that a document can be merged into an object. `checked`: the field validation is not Ignore.
 * @throws ApiError BadRequest
 */
export function checkMergePatch(sent: SentJson, checked: boolean): void {
  if (sent.value === null) throw badRequest('Invalid JSON Patch')
  if (isTooDeep(sent.value)) throw badRequest('error decoding patch: exceeded max depth')
  if (isObject(sent.value)) return
  if (!checked && !Array.isArray(sent.value)) throw badRequest('Invalid JSON Patch')
  if (checked)
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${jsonKind(sent.value)} into Go value of type map[string]interface {}`,
    )
}

/** Applies a merge patch (RFC 7386) to a copy of `base`: null removes, objects merge, other values replace. */
export function applyMergePatch(patch: SentJson, base: Json): Patched {
  const document = new PatchDocument()
  const merge = new Merge(document, patch)
  const root = document.copy(base, undefined)
  return document.finish(merge.merged({ value: root }, { value: patch.value }).value)
}

class Merge {
  private readonly document: PatchDocument
  private readonly patch: SentJson

  constructor(document: PatchDocument, patch: SentJson) {
    this.document = document
    this.patch = patch
  }

  /** Returns the result of merging `sent` into `current`, a part of the document. */
  merged(current: PatchNode, sent: PatchNode): PatchNode {
    if (!isObject(current.value)) return this.pruned(sent)
    if (!isObject(sent.value)) return { value: this.document.copy(sent.value, this.patch.numberTexts), text: sent.text }
    this.mergeInto(current.value, sent.value)
    return current
  }

  private mergeInto(current: JsonObject, sent: JsonObject): void {
    this.document.open(current)
    for (const key of Object.keys(sent)) {
      const member = nodeAt(sent, key, this.patch.numberTexts)
      if (member.value === null) delete current[key]
      else this.document.set(current, key, this.merged(this.memberOf(current, key), member))
    }
  }

  private memberOf(current: JsonObject, key: string): PatchNode {
    return Object.hasOwn(current, key) ? this.document.get(current, key) : { value: null }
  }

  /**
   * Removes null members of a new value, at any depth, since there is nothing they could remove. List items are kept.
   */
  private pruned({ value, text }: PatchNode): PatchNode {
    if (isObject(value)) {
      const object = emptyObject()
      this.mergeInto(object, value)
      return { value: object }
    }
    if (!Array.isArray(value)) return { value, text }
    const list: Json[] = []
    const items = value.map((_, at) => this.pruned(nodeAt(value, at, this.patch.numberTexts)))
    this.document.splice(list, 0, 0, ...items)
    return { value: list }
  }
}
