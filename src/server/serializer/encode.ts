import type { Json } from '#api/json.ts'
import type { OutputFormat } from './negotiate.ts'
import { printYaml } from './print-yaml.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** JSON as the reference writes it: compact with a line end, or indented by two spaces. */
export const encodeJson = (value: Json, pretty = false): Uint8Array<ArrayBuffer> =>
  encoder.encode(`${pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value)}\n`)

/** Keys in order, as the reference's YAML has them. */
export const encodeYaml = (value: Json): Uint8Array<ArrayBuffer> => encoder.encode(printYaml(value))

/** Writes a value in the negotiated format. */
export const encodeValue = (value: Json, format: OutputFormat): Uint8Array<ArrayBuffer> =>
  format.mediaType === 'application/yaml' ? encodeYaml(value) : encodeJson(value, format.pretty)

/** Writes bytes that are a line of compact JSON already; only other formats print them again. */
export const encodeLine = (line: Uint8Array<ArrayBuffer>, format: OutputFormat): Uint8Array<ArrayBuffer> =>
  format.mediaType === 'application/json' && !format.pretty
    ? line
    : encodeValue(JSON.parse(decoder.decode(line)) as Json, format)
