import { type Json, type JsonObject, emptyObject } from '#api/json.ts'
import { type ParsedYaml, parseYaml } from './parse-yaml.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** YAML as `parseYaml` reads it, without the places. Clients that apply mostly send JSON, which is read as JSON: that is faster. */
export const readYamlBody = (body: Uint8Array): Omit<ParsedYaml, 'root'> => parsePlainJson(body) ?? parseYaml(body)

/** Here JSON and YAML may mean different things, or say it differently: escapes, other than plain characters, odd numbers, long keys, keys whose colon is in another line. */
const doubtful =
  /[^\n\x20-\x7e]|\\|[:[,]\s*-?(?:0[^,\]}\s]|[0-9]+[.eE]|[0-9]{16})|[:[,]\s*-0|"[^"]{1000,}"\s*:|"[ ]*\n\s*:/
const BYTES_MAX = 256 * 1024
const OPENERS_MAX = 4_000
const brace = 0x7b

function parsePlainJson(body: Uint8Array): Omit<ParsedYaml, 'root'> | null {
  if (body[0] !== brace || body.length > BYTES_MAX) return null
  const text = decoder.decode(body)
  if (doubtful.test(text) || (text.match(/[[{]/g) ?? []).length > OPENERS_MAX) return null
  const tally = { keys: 0 }
  const value = parsedOrNull(text)
  if (value === null) return null
  const sorted = inOrder(value, tally)
  // No string holds a quote here, so this counts the keys as they were written: a doubled one is for YAML to tell.
  return (text.match(/"\s*:/g) ?? []).length === tally.keys ? { value: sorted, duplicates: [] } : null
}

function parsedOrNull(text: string): Json | null {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The same with the keys of all objects sorted, as the reference makes JSON of YAML. */
function inOrder(value: Json, tally: { keys: number }): Json {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, tally))
  if (typeof value !== 'object' || value === null) return value
  const object: JsonObject = emptyObject()
  for (const key of Object.keys(value).sort()) {
    tally.keys += 1
    object[key] = inOrder(value[key] ?? null, tally)
  }
  return object
}
