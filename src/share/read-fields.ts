import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { keyCharactersMax, textCharactersMax, wordsMax } from './limits.ts'
import { scanJson } from './scan-json.ts'
import { Unreadable } from './unreadable.ts'

/* Readers of the fields of a packed moment. A field of an unexpected type makes the whole moment unreadable. */

export function wholeNumber(value: Json | undefined, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Unreadable(`${name} is no whole number`)
  return value
}

/** The latest time of a JavaScript date. */
const TIME_MS_MAX = 8.64e15

export function readTime(value: Json | undefined): number {
  const timeMs = wholeNumber(value, 'a time')
  if (Math.abs(timeMs) > TIME_MS_MAX) throw new Unreadable('a time is out of range')
  return timeMs
}

export function text(value: Json | undefined, name: string, charactersMax: number = wordsMax): string {
  if (typeof value !== 'string' || value.length > charactersMax) throw new Unreadable(`${name} is no text`)
  return value
}

export function list(value: Json | undefined, name: string, countMax: number): readonly Json[] {
  if (!Array.isArray(value) || value.length > countMax) throw new Unreadable(`${name} is no list, or is too long`)
  return value
}

export function object(value: Json | undefined, name: string): JsonObject {
  if (!isObject(value)) throw new Unreadable(`${name} is no object`)
  return value
}

/** An object whose values are texts, such as drafts by name. */
export function textsByName(
  value: Json | undefined,
  name: string,
  {
    countMax = 100,
    charactersMax = textCharactersMax,
  }: { readonly countMax?: number; readonly charactersMax?: number } = {},
): Readonly<Record<string, string>> {
  const entries = Object.entries(object(value ?? {}, name))
  if (entries.length > countMax) throw new Unreadable(`${name} has too many members`)
  return Object.fromEntries(
    entries.map(([key, each]) => [text(key, name, keyCharactersMax), text(each, name, charactersMax)]),
  )
}

/** Returns `null` for a field that is absent or null. */
export const optional = <Value>(value: Json | undefined, read: (value: Json) => Value): Value | null =>
  value === undefined || value === null ? null : read(value)

/** Parses the JSON text of an object within the limits; `null` if it is none. */
export function checkedJson(value: string): JsonObject | null {
  const { isWhole, passes } = scanJson(value, '')
  if (!isWhole || passes !== '') return null
  try {
    const parsed = parseExactJson(value)
    return isObject(parsed) ? parsed : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
