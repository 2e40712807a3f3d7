import type { Json } from '#api/json.ts'
import type { OutputFormat } from './negotiate.ts'
import { printYaml } from './print-yaml.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const newline = 10

/** JSON as the reference writes it: compact with a line end, or indented by two spaces. */
export const encodeJson = (value: Json, pretty = false): Uint8Array<ArrayBuffer> =>
  encoder.encode(`${pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value)}\n`)

/** Keys in order, as the reference's YAML has them. */
export const encodeYaml = (value: Json): Uint8Array<ArrayBuffer> => encoder.encode(printYaml(value))

/** Writes a value in the negotiated format. */
export const encodeValue = (value: Json, format: OutputFormat): Uint8Array<ArrayBuffer> =>
  format.mediaType === 'application/yaml' ? encodeYaml(value) : encodeJson(value, format.pretty)

/** Writes bytes that are compact JSON already; copies them when nothing else is asked. */
export function encodeBytes(json: Uint8Array, format: OutputFormat): Uint8Array<ArrayBuffer> {
  if (format.mediaType === 'application/json' && !format.pretty) {
    const line = new Uint8Array(json.length + 1)
    line.set(json)
    line[json.length] = newline
    return line
  }
  return encodeValue(JSON.parse(decoder.decode(json)) as Json, format)
}
