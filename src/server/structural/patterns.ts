import { RE2JS, RE2JSSyntaxException } from 're2js'
import { memoOfTexts } from '#api/caching/memo.ts'

/**
 * Compiles a pattern of the schema into a linear-time matcher; returns the error text of the reference for an invalid
 * pattern. [CRD5]
 */
export const compilePattern: (pattern: string) => RE2JS | string = memoOfTexts(1000, (pattern) => {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      return `error parsing regexp: ${error.getDescription()}: \`${error.getPattern() ?? ''}\``
    throw error
  }
})

export function matchesPattern(pattern: string, text: string): boolean {
  const found = compilePattern(pattern)
  return typeof found !== 'string' && found.matcher(text).find()
}
