import { toJson } from './to-json.ts'
import type { CelValue } from './value.ts'

/** Prints a value for people: as JSON if possible, else as a CEL literal. */
export function valueText(value: CelValue): string {
  const json = toJson(value)
  return json === undefined ? String(value) : JSON.stringify(json)
}
