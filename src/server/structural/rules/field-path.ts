import { child, key } from '#api/field-error.ts'
import { type StructuralSchema, additionalOf, propertiesOf, propertyOf } from '#server/structural/structural-schema.ts'

/** A path below a schema, as printed in errors, with the schema at the path; or the reason why the path is invalid. */
export type FoundField = { readonly path: string; readonly schema: StructuralSchema } | string

const token = /\.|\[|\]|'(?:\\[\s\S]|[^'\\])*'|'[\s\S]*$|[^.[\]]+/g

/** Resolves `.spec['a-b'].c`: a field by its name, a map entry by its key. Array items cannot be addressed. */
export function findField(written: string, schema: StructuralSchema): FoundField {
  const tokens = written.match(token) ?? []
  let rest: readonly string[] = tokens
  let path = ''
  let here = schema
  while (rest.length > 0) {
    const step = readStep(rest)
    if (typeof step === 'string') return step
    const found = enter(here, step.name)
    if (found === null) return 'does not refer to a valid field'
    path = found.isMember ? key(path, step.name) : child(path, step.name)
    here = found.schema
    rest = step.rest
  }
  return { path, schema: here }
}

interface Step {
  readonly name: string
  readonly rest: readonly string[]
}

/** Parses `.name` or `['name']`; returns the error text for an invalid step. */
function readStep([start, written, close, ...more]: readonly string[]): Step | string {
  if (start !== '.' && start !== '[') return `expected [ or . but got: ${start ?? ''}`
  if (written === undefined) return 'unexpected end of JSON path'
  if (start === '.') return { name: written, rest: close === undefined ? [] : [close, ...more] }
  const name = quotedName(written)
  if (typeof name !== 'string') return name.problem
  if (close === undefined) return 'unexpected end of JSON path'
  return close === ']' ? { name, rest: more } : `expected ] but got ${close}`
}

interface Entered {
  readonly schema: StructuralSchema
  readonly isMember: boolean
}

function enter(schema: StructuralSchema, name: string): Entered | null {
  const field = propertyOf(schema, name)
  if (field !== null) return { schema: field, isMember: false }
  if (propertiesOf(schema).length > 0) return null
  const additional = additionalOf(schema)
  return additional === null || additional === true ? null : { schema: additional, isMember: true }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ["'", "'"],
  ['\\', '\\'],
])

function quotedName(text: string): string | { readonly problem: string } {
  if (text.length < 2 || !text.startsWith("'") || !text.endsWith("'"))
    return { problem: `expected single quoted string but got ${text}` }
  let problem: string | null = null
  const name = text.slice(1, -1).replaceAll(/\\([\s\S])/g, (whole, letter: string) => {
    const meant = escapes.get(letter)
    if (meant === undefined) problem = `invalid string literal: invalid escape char ${whole}`
    return meant ?? ''
  })
  return problem === null ? name : { problem }
}
