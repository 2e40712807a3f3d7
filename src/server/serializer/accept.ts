/**
 * One clause of an `Accept` header. Types are compared case-sensitively, as in the reference: upper case matches
 * nothing.
 */
export interface AcceptClause {
  readonly type: string
  readonly subtype: string
  readonly q: number
  readonly params: ReadonlyMap<string, string>
}

/**
 * Parses an `Accept` header into clauses sorted by preference: by q, then by how specific the type is. Clauses without
 * a slash are dropped. [NE1]
 */
export function parseAccept(header: string): readonly AcceptClause[] {
  const clauses = header.split(',').flatMap((part) => parseClause(part.trim()) ?? [])
  // Nearly all requests have one clause.
  if (clauses.length < 2) return clauses
  return clauses.toSorted(
    (a, b) => b.q - a.q || wildness(a.type) - wildness(b.type) || wildness(a.subtype) - wildness(b.subtype),
  )
}

const noParameters: ReadonlyMap<string, string> = new Map()

const wildness = (word: string): number => (word === '*' ? 1 : 0)

function parseClause(text: string): AcceptClause | null {
  const [range = '', ...rest] = text.split(';')
  const [type = '', subtype, extra] = range.split('/').map((word) => word.trim())
  if (extra !== undefined || (subtype === undefined && type !== '*')) return null
  if (rest.length === 0) return { type, subtype: subtype ?? '*', q: 1, params: noParameters }
  const pairs = rest.flatMap((part) => parseParameter(part) ?? [])
  const quality = pairs.findLast(({ name }) => name === 'q')
  return {
    type,
    subtype: subtype ?? '*',
    q: quality === undefined ? 1 : Number.parseFloat(quality.value) || 0,
    params: new Map(pairs.filter(({ name }) => name !== 'q').map(({ name, value }) => [name, value])),
  }
}

function parseParameter(part: string): { readonly name: string; readonly value: string } | null {
  const [name = '', value, more] = part.split('=')
  return value === undefined || value === '' || more !== undefined ? null : { name: name.trim(), value: value.trim() }
}
