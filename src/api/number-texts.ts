import { printExactJson } from './exact-json.ts'
import { type Json, isObject } from './json.ts'

/**
 * The texts of numbers that would change when the parsed JSON is printed: `4.0`, `1e1`, integers beyond 64 bits.
 * Keyed by the containing object or array, then by key.
 */
export type NumberTexts = WeakMap<object, Map<string, string>>

export const numberTextAt = (
  texts: NumberTexts | undefined,
  holder: object,
  key: string | number,
): string | undefined => texts?.get(holder)?.get(String(key))

export function setNumberText(texts: NumberTexts, holder: object, key: string | number, text: string): void {
  const known = texts.get(holder)
  if (known === undefined) texts.set(holder, new Map([[String(key), text]]))
  else known.set(String(key), text)
}

/** Prints JSON with numbers as they were written. The order of keys is kept. */
export function printJson(value: Json, texts: NumberTexts | undefined): string {
  return texts === undefined ? printExactJson(value) : print(value, texts)
}

function print(value: Json | undefined, texts: NumberTexts): string {
  if (Array.isArray(value))
    return `[${value.map((item, at) => numberTextAt(texts, value, at) ?? print(item, texts)).join(',')}]`
  if (!isObject(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null)
  const pairs = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${numberTextAt(texts, value, key) ?? print(value[key], texts)}`)
  return `{${pairs.join(',')}}`
}
