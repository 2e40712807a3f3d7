import { parseExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, setOwn } from '#api/json.ts'
import type { NumberTexts } from '#api/number-texts.ts'
import { JsonSyntaxError, NESTING_MAX, findSyntaxError } from '#go/json-syntax.ts'
import { decodeUtf8 } from '#go/utf8.ts'
import { LONG_TEXT, type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { annotateJson } from './json-annotations.ts'
import { orderProblems, readDoubled } from './json-doubled.ts'
import { hasDistinctKeys } from './json-keys.ts'

export { JsonSyntaxError }

export interface ParsedJson {
  readonly value: Json
  /** Messages such as `duplicate field "data.a"`; empty unless `duplicates` is set. The last value of a key wins. */
  readonly duplicates: readonly string[]
  /** Set if there are duplicate keys: the value as Go decodes it into a struct. */
  readonly doubled?: Doubled
  /** Texts of the numbers that `JSON.stringify` would print differently; absent if there are none. */
  readonly numberTexts?: NumberTexts
}

export interface Doubled {
  readonly value: Json
  /** Returns the duplicate fields and the given unknown ones (messages of the decoder) in document order. */
  problems(unknown: readonly string[]): readonly string[]
}

const encoder = new TextEncoder()

interface JsonOptions {
  readonly duplicates?: boolean
}

/**
 * Parses JSON as Go does: at most 10,000 levels deep; invalid UTF-8 and lone surrogates become U+FFFD.
 * @throws JsonSyntaxError with Go's message
 */
export const parseJson = (sent: string | Uint8Array, options: JsonOptions = {}): ParsedJson =>
  doneAtOnce(parseJsonInPieces(sent, options))

/** Does what `parseJson` does. @throws JsonSyntaxError [ER8] */
export function* parseJsonInPieces(sent: string | Uint8Array, options: JsonOptions = {}): Pieces<ParsedJson> {
  const text = typeof sent === 'string' ? sent : decodeUtf8(sent)
  const isUnusual = unusualNumber.test(text)
  const value = parseChecked(text, sent, isUnusual ? parseExactJson : JSON.parse)
  if (text.length > LONG_TEXT) yield
  const mayBeDoubled = options.duplicates === true && !hasDistinctKeys(text, value)
  if (!mayBeDoubled && !isUnusual) return { value, duplicates: [] }
  const { duplicates: all, numberTexts } = annotateJson(text, value)
  const duplicates = all.slice(0, STRICT_ERRORS_MAX)
  if (!mayBeDoubled || duplicates.length === 0) return { value, duplicates: [], numberTexts }
  if (text.length > LONG_TEXT) yield
  const doubled: Doubled = {
    value: readDoubled(text, value),
    problems: (unknown) => orderProblems(text, unknown).slice(0, STRICT_ERRORS_MAX),
  }
  return { value, duplicates, doubled, numberTexts }
}

/** The reference's strict decoder stops collecting here. [FV1] */
const STRICT_ERRORS_MAX = 100

/** A value at the start, after a colon or in a list with a fraction, an exponent, or more digits than a double has. */
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

/** An upper bound of the depth: openers inside strings count too. */
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
