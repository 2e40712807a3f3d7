import { VALUE_DEPTH_MAX } from '#api/json-depth.ts'
import { type Json, type JsonObject, emptyObject, sortedKeys } from '#api/json.ts'
import type { ParsedYaml } from './parse-yaml.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Matches texts for which JSON and YAML may differ in value or message: escapes, unusual characters, unusual
 * numbers, long keys, keys whose colon is on another line.
 */
const doubtful =
  /[^\n\x20-\x7e]|\\|[:[,]\s*-?(?:0[^,\]}\s]|[0-9]+[.eE]|[0-9]{16})|[:[,]\s*-0|"[^"]{1000,}"\s*:|"[ ]*\n\s*:/
const brace = 0x7b

/**
 * Parses a text that is JSON and means the same as YAML; `null` for any other. Clients that apply mostly send JSON, whose
 * parser is faster, and always there.
 */
export function readPlainJson(body: Uint8Array): Omit<ParsedYaml, 'root'> | null {
  if (body[0] !== brace) return null
  const text = decoder.decode(body)
  if (doubtful.test(text)) return null
  const seen: Seen = { keys: 0, isTooDeep: false }
  const value = parsedOrNull(text)
  if (value === null) return null
  const sorted = inOrder(value, seen, VALUE_DEPTH_MAX)
  // The YAML parser words the refusal of what nests too deeply.
  if (seen.isTooDeep) return null
  // Strings contain no quotes here, so this counts the keys as written; texts with duplicates are left to the YAML
  // parser.
  return keysIn(text) === seen.keys ? { value: sorted, duplicates: [] } : null
}

const keyEnd = /"\s*:/g

function keysIn(text: string): number {
  keyEnd.lastIndex = 0
  let count = 0
  while (keyEnd.test(text)) count += 1
  return count
}

function parsedOrNull(text: string): Json | null {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

interface Seen {
  keys: number
  isTooDeep: boolean
}

/**
 * Sorts the keys of all objects, as the reference does when it converts YAML to JSON. Stops below `levels` levels, which
 * is too deep.
 */
function inOrder(value: Json, seen: Seen, levels: number): Json {
  if (typeof value !== 'object' || value === null) return value
  seen.isTooDeep ||= levels < 0
  if (seen.isTooDeep) return null
  if (Array.isArray(value)) return value.map((item) => inOrder(item, seen, levels - 1))
  const object: JsonObject = emptyObject()
  for (const key of sortedKeys(value)) {
    seen.keys += 1
    object[key] = inOrder(value[key] ?? null, seen, levels - 1)
  }
  return object
}
