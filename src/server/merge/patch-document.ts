import { type Json, type JsonObject, emptyObject, isObject } from '#api/json.ts'
import { type NumberTexts, numberTextAt, setNumberText } from '#api/number-texts.ts'

/** A parsed JSON text, with the original texts of its numbers. */
export interface SentJson {
  readonly value: Json
  readonly numberTexts?: NumberTexts | undefined
}

/** The result of a patch; it shares nothing with its inputs. */
export interface Patched {
  readonly value: Json
  readonly numberTexts: NumberTexts
}

/** A value in a document, with the original text of a number that `JSON.stringify` would format differently. */
export interface PatchNode {
  readonly value: Json
  readonly text?: string | undefined
}

export type Container = JsonObject | Json[]

export const nodeAt = (holder: Container, key: string | number, texts: NumberTexts | undefined): PatchNode => ({
  value: (Array.isArray(holder) ? holder[Number(key)] : holder[String(key)]) ?? null,
  text: numberTextAt(texts, holder, key),
})

/** Builds one document from copies of values of the patch and of the stored object, which must not change. */
export class PatchDocument {
  readonly numberTexts: NumberTexts = new WeakMap()
  /**
   * Objects that the reference decodes while patching: it encodes their keys sorted, and keeps the order of all others.
   */
  private readonly opened = new Set<JsonObject>()

  copy(value: Json, texts: NumberTexts | undefined): Json {
    if (Array.isArray(value)) {
      const list: Json[] = []
      for (const [at, item] of value.entries()) {
        list.push(this.copy(item, texts))
        this.copyText(numberTextAt(texts, value, at), list, at)
      }
      return list
    }
    if (!isObject(value)) return value
    const object = emptyObject()
    for (const key of Object.keys(value)) {
      object[key] = this.copy(value[key] ?? null, texts)
      this.copyText(numberTextAt(texts, value, key), object, key)
    }
    return object
  }

  private copyText(text: string | undefined, holder: object, key: string | number): void {
    if (text !== undefined) setNumberText(this.numberTexts, holder, key, text)
  }

  open(container: Container): void {
    if (!Array.isArray(container)) this.opened.add(container)
  }

  get(holder: Container, key: string | number): PatchNode {
    return nodeAt(holder, key, this.numberTexts)
  }

  /** Sets a member of an object; the document takes ownership of the node's value. */
  set(holder: JsonObject, key: string, node: PatchNode): void {
    holder[key] = node.value
    this.setText(holder, key, node.text)
  }

  private setText(holder: object, key: string | number, text: string | undefined): void {
    if (text === undefined) this.numberTexts.get(holder)?.delete(String(key))
    else setNumberText(this.numberTexts, holder, key, text)
  }

  splice(list: Json[], at: number, deleteCount: number, ...nodes: readonly PatchNode[]): void {
    // A list without number texts, the usual case, needs no update: otherwise each operation would traverse it.
    if (!this.numberTexts.has(list) && nodes.every(({ text }) => text === undefined)) {
      list.splice(at, deleteCount, ...nodes.map(({ value }) => value))
      return
    }
    const texts = list.map((_, index) => numberTextAt(this.numberTexts, list, index))
    list.splice(at, deleteCount, ...nodes.map(({ value }) => value))
    texts.splice(at, deleteCount, ...nodes.map(({ text }) => text))
    this.numberTexts.delete(list)
    for (const [index, text] of texts.entries()) if (text !== undefined) this.setText(list, index, text)
  }

  finish(root: Json): Patched {
    for (const object of this.opened) sortKeys(object)
    return { value: root, numberTexts: this.numberTexts }
  }
}

/** Sorts keys in place, because number texts are keyed by the identity of the object. */
function sortKeys(object: JsonObject): void {
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    delete object[key]
    object[key] = value
  }
}
