import { isNumeric, type Json } from '#api/json.ts'

/** Characters of a value that a condition compares with. */
const lengthMax = 120

/** Returns a text as a CEL string. */
export const celString = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)}'`

/** Returns a value as CEL; `''` for a list or an object, and for a text that is too long to read. */
export function celValue(value: Json): string {
  if (typeof value === 'string') return value.length > lengthMax ? '' : celString(value)
  if (typeof value === 'boolean' || value === null) return String(value)
  return isNumeric(value) ? String(value) : ''
}

const isName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)

/** Words that CEL does not take as the name of a field. */
const reserved: ReadonlySet<string> = new Set(
  (
    'in as break const continue else for function if import let loop package namespace return var void while true false ' +
    'null'
  ).split(' '),
)

/** Returns the selection of a field below a variable. */
export const celField = (variable: string, path: readonly string[]): string =>
  path.reduce(
    (text, name) => (isName(name) && !reserved.has(name) ? `${text}.${name}` : `${text}[${celString(name)}]`),
    variable,
  )

/** Returns the condition that `o` is one object. */
export const celIsObject = (object: {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}): string =>
  [
    `o.kind == ${celString(object.kind)}`,
    `o.metadata.name == ${celString(object.name)}`,
    ...(object.namespace === '' ? [] : [`o.metadata.namespace == ${celString(object.namespace)}`]),
  ].join(' && ')
