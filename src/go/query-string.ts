import { unescapeText, UrlError } from './percent.ts'

/** A parsed query string. */
export interface ParsedQuery {
  /** Name and value, in the order of the text. Invalid pairs are dropped. */
  readonly pairs: readonly (readonly [name: string, value: string])[]
  /** Error of the first invalid pair; `''` if there is none. */
  readonly error: string
}

/**
 * Parses a query string without its question mark like Go's `url.ParseQuery`. `+` is a space; a pair with a
 * semicolon or an invalid escape is dropped, the others stay.
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

/** Returns a pair, or the error. */
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

/** Groups the values by name, in order. */
export function groupPairs(pairs: ParsedQuery['pairs']): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
  }
  return values
}
