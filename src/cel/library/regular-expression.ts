import { errorText } from '#api/error-text.ts'
import { RE2JS } from 're2js'

const CACHE_MAX = 256
const compiled = new Map<string, RE2JS | Error>()

/** Compiles an RE2 pattern, with a cache. @throws Error with the reason if the pattern is invalid */
export function regularExpression(pattern: string): RE2JS {
  const known = compiled.get(pattern) ?? compileNew(pattern)
  if (known instanceof Error) throw known
  return known
}

function compileNew(pattern: string): RE2JS | Error {
  if (compiled.size >= CACHE_MAX) compiled.clear()
  let made: RE2JS | Error
  try {
    made = RE2JS.compile(pattern)
  } catch (error) {
    made = error instanceof Error ? error : new Error(String(error))
  }
  compiled.set(pattern, made)
  return made
}

/** Returns the error of a pattern, or null if it is valid. */
export function patternError(pattern: string): string | null {
  try {
    regularExpression(pattern)
    return null
  } catch (error) {
    return errorText(error)
  }
}

export const isRegularExpression = (pattern: string): boolean => patternError(pattern) === null
