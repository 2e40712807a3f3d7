import { unescapeText, UrlError } from './percent.ts'

/** What a query string holds. */
export interface ParsedQuery {
  /** Name and value, in the order of the text. Pairs that can't be read are left out. */
  readonly pairs: readonly (readonly [name: string, value: string])[]
  /** Why the first pair could not be read; `''` when all were. */
  readonly error: string
}

/**
 * Reads a query string as Go's `url.ParseQuery` does, without the question mark. `+` is a space; a pair with a semicolon or a wrong escape
 * is left out, the others stay.
 */
export function parseQuery(query: string): ParsedQuery {
  const pairs: (readonly [string, string])[] = []
  let error = ''
  for (const part of query.split('&')) {
    if (part === '') continue
    const read = readPair(part)
    if (typeof read === 'string') error ||= read
    else pairs.push(read)
  }
  return { pairs, error }
}

/** A pair, or why it is none. */
function readPair(part: string): readonly [string, string] | string {
  if (part.includes(';')) return 'invalid semicolon separator in query'
  const equals = part.indexOf('=')
  try {
    return [
      unescapeText(equals < 0 ? part : part.slice(0, equals), 'query'),
      unescapeText(equals < 0 ? '' : part.slice(equals + 1), 'query'),
    ]
  } catch (error) {
    if (error instanceof UrlError) return error.message
    throw error
  }
}

/** The values of each name, in order. */
export function groupPairs(pairs: ParsedQuery['pairs']): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
  }
  return values
}
