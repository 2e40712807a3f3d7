import { memoOfTexts } from '#api/caching/memo.ts'
import { errorText } from '#api/error-text.ts'
import { RE2JS } from 're2js'

/** Compiles an RE2 pattern, with a cache. @throws Error with the reason if the pattern is invalid */
export function regularExpression(pattern: string): RE2JS {
  const known = compile(pattern)
  if (known instanceof Error) throw known
  return known
}

const compile = memoOfTexts(256, (pattern): RE2JS | Error => {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
})

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
