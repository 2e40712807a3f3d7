import { RE2JS, RE2JSSyntaxException } from 're2js'

const compiled = new Map<string, RE2JS | string>()
const compiledMax = 1000

/**
 * Compiles a pattern of the schema into a linear-time matcher; returns the error text of the reference for an invalid
 * pattern. [CRD5]
 */
export function compilePattern(pattern: string): RE2JS | string {
  const cached = compiled.get(pattern)
  if (cached !== undefined) return cached
  if (compiled.size >= compiledMax) compiled.clear()
  const made = compile(pattern)
  compiled.set(pattern, made)
  return made
}

function compile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      return `error parsing regexp: ${error.getDescription()}: \`${error.getPattern() ?? ''}\``
    throw error
  }
}

export function matchesPattern(pattern: string, text: string): boolean {
  const found = compilePattern(pattern)
  return typeof found !== 'string' && found.matcher(text).find()
}
