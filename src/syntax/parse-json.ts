import { parseExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, setOwn } from '#api/json.ts'
import type { NumberTexts } from '#api/number-texts.ts'
import { JsonSyntaxError, NESTING_MAX, findSyntaxError } from '#go/json-syntax.ts'
import { annotateJson } from './json-annotations.ts'
import { orderProblems, readDoubled } from './json-doubled.ts'

export { JsonSyntaxError }

export interface ParsedJson {
  readonly value: Json
  /** Texts such as `duplicate field "data.a"`; empty unless `duplicates` is set. The last value of a key counts. */
  readonly duplicates: readonly string[]
  /** Where keys occur twice: as Go decodes the text into a struct, the second object filling the first. */
  readonly doubled?: Doubled
  /** Texts of the numbers that `JSON.stringify` would print differently; absent when there are none. */
  readonly numberTexts?: NumberTexts
}

export interface Doubled {
  readonly value: Json
  /** Doubled fields and these unknown ones (texts of the decoder) in the order of the text. */
  problems(unknown: readonly string[]): readonly string[]
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/**
 * Reads JSON as Go does: at most 10,000 levels deep, bytes that are no UTF-8 and lone surrogates become U+FFFD.
 * @throws JsonSyntaxError with Go's text
 */
export function parseJson(sent: string | Uint8Array, options: { readonly duplicates?: boolean } = {}): ParsedJson {
  const text = typeof sent === 'string' ? sent : decoder.decode(sent)
  const isUnusual = unusualNumber.test(text)
  const value = parseChecked(text, sent, isUnusual ? parseExactJson : JSON.parse)
  const isAnnotated = options.duplicates === true || isUnusual
  if (!isAnnotated) return { value, duplicates: [] }
  const { duplicates, numberTexts } = annotateJson(text, value)
  if (options.duplicates !== true || duplicates.length === 0) return { value, duplicates: [], numberTexts }
  const doubled: Doubled = { value: readDoubled(text, value), problems: (unknown) => orderProblems(text, unknown) }
  return { value, duplicates, doubled, numberTexts }
}

/** At the start, after a key's colon or in a list: a fraction, an exponent, or more digits than a double has. */
const unusualNumber = /(?:^|"\s*:|[[,])\s*-?(?:[0-9]+[.eE]|[0-9]{16})/

const loneSurrogate = /\\u[dD][89a-fA-F]/

function parseChecked(text: string, sent: string | Uint8Array, parse: (text: string) => unknown): Json {
  const mayBeDeep = text.length > NESTING_MAX && openerDepth(text) > NESTING_MAX
  try {
    if (!mayBeDeep) return wellFormed(text, parse(text) as Json)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const bytes = typeof sent === 'string' ? encoder.encode(sent) : sent
  const found = findSyntaxError(bytes)
  if (found !== undefined) throw found
  return wellFormed(text, parse(text) as Json)
}

/** Never less than the real depth: openers inside strings count too. */
function openerDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth)
    else if ((char === 0x7d || char === 0x5d) && depth > 0) depth--
  }
  return deepest
}

function wellFormed(text: string, value: Json): Json {
  if (!loneSurrogate.test(text)) return value
  if (typeof value === 'string') return value.toWellFormed()
  // Uses a list in place of recursion, because nesting may be deep.
  const open: Json[] = [value]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (typeof holder !== 'object' || holder === null) continue
    const members = holder as JsonObject
    for (const key of Object.keys(members)) {
      const inner = members[key] ?? null
      if (typeof inner === 'object') open.push(inner)
      else if (typeof inner === 'string' && !inner.isWellFormed()) setOwn(members, key, inner.toWellFormed())
    }
  }
  return value
}
