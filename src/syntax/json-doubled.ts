import { parseExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, emptyObject, isObject } from '#api/json.ts'
import { quoteGo } from '#go/quote.ts'

/**
 * Reads valid JSON with duplicate keys as Go decodes it into a struct: a second object merges into the first, a
 * second list overlays the first item by item, any other value replaces.
 */
export function readDoubled(text: string, lastWins: Json): Json {
  try {
    return new DoubledReader(text, new Set()).read()
  } catch (error) {
    // Recursion is as deep as the text. A text that is too deep for it is read with the last value of each key.
    if (error instanceof RangeError) return lastWins
    throw error
  }
}

/**
 * Returns duplicate and unknown fields in the order in which a decoder meets them. `unknown` are the messages for
 * fields that are not in the schema; fields inside of them, and duplicates of them, are not reported as duplicates.
 */
export function orderProblems(text: string, unknown: readonly string[]): readonly string[] {
  const reader = new DoubledReader(text, new Set(unknown))
  try {
    reader.read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return [...reader.problems]
}

class DoubledReader {
  readonly problems = new Set<string>()
  private readonly text: string
  private readonly unknown: ReadonlySet<string>
  private at = 0

  constructor(text: string, unknown: ReadonlySet<string>) {
    this.text = text
    this.unknown = unknown
  }

  read(): Json {
    return this.value(undefined, '', false)
  }

  private next(): string {
    while (' \t\r\n,:'.includes(this.text.charAt(this.at)) && this.at < this.text.length) this.at++
    return this.text.charAt(this.at)
  }

  /** `into` is the value of an earlier key of the same name. */
  private value(into: Json | undefined, path: string, isHidden: boolean): Json {
    const first = this.next()
    if (first === '{') return this.object(isObject(into) ? into : emptyObject(), path, isHidden)
    if (first === '[') return this.list(Array.isArray(into) ? into : [], path, isHidden)
    if (first === '"') return JSON.parse(this.string()) as string
    return parseExactJson(this.word())
  }

  private object(object: JsonObject, path: string, isHidden: boolean): JsonObject {
    const seen = new Set<string>()
    this.at++
    while (this.next() !== '}') {
      const key = JSON.parse(this.string()) as string
      const inner = path === '' ? key : `${path}.${key}`
      const isUnknown = isHidden || this.tell(inner, seen.has(key))
      const earlier = isUnknown || !Object.hasOwn(object, key) ? undefined : object[key]
      seen.add(key)
      object[key] = this.value(earlier, inner, isUnknown)
    }
    this.at++
    return object
  }

  /** Adds the messages of a field, and returns whether it is unknown. The members of an unknown field are not read. */
  private tell(path: string, isDoubled: boolean): boolean {
    const text = `unknown field ${quoteGo(path)}`
    const isUnknown = this.unknown.has(text)
    if (isUnknown) this.problems.add(text)
    else if (isDoubled) this.problems.add(`duplicate field ${quoteGo(path)}`)
    return isUnknown
  }

  private list(into: readonly Json[], path: string, isHidden: boolean): Json[] {
    const list: Json[] = []
    this.at++
    while (this.next() !== ']') list.push(this.value(into[list.length], `${path}[${list.length}]`, isHidden))
    this.at++
    return list
  }

  private string(): string {
    const start = this.at
    for (this.at++; this.text.charAt(this.at) !== '"'; this.at++) if (this.text.charAt(this.at) === '\\') this.at++
    this.at++
    return this.text.slice(start, this.at)
  }

  private word(): string {
    const start = this.at
    while (this.at < this.text.length && !',]} \t\r\n'.includes(this.text.charAt(this.at))) this.at++
    return this.text.slice(start, this.at)
  }
}
