import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { numberText } from '#go/double-text.ts'
import { type Json, type JsonObject, isNumeric, isObject } from '#api/json.ts'

/**
 * One element of a path in FieldsV1 notation: `f:name` a field, `k:{"name":"a"}` the list item with these keys
 * (sorted), `v:"a"` the item of a set, `i:0` an index.
 */
export type PathElement = string

export type Path = readonly PathElement[]

export const fieldElement = (name: string): PathElement => `f:${name}`

/** Returns the path element of a list item. `keys` must be sorted by name. */
export const keyElement = (keys: readonly (readonly [string, Json])[]): PathElement =>
  `k:{${keys.map(([name, value]) => `${elementJson(name)}:${elementJson(value)}`).join(',')}}`

export const valueElement = (value: Json): PathElement => `v:${elementJson(value)}`

/** Names of list items, nearly always: texts whose JSON has no escapes, and keys of one such text. */
const plainText = /^[\w.:/-]*$/
const plainKey = /^\{"\w+":"[\w.:/-]*"\}$/
const plainValue = /^"[\w.:/-]*"$/

/** Encodes JSON as Go does, with `<`, `>` and `&` escaped. */
function elementJson(value: Json): string {
  if (typeof value === 'string' && plainText.test(value)) return `"${value}"`
  const text = printExactJson(value)
  return typeof value === 'number' || typeof value === 'bigint' || /^[\w" .:/-]*$/.test(text)
    ? text
    : text.replace(escaped, escapeGo)
}

const escaped = /[<>&\u2028\u2029]|\\[bf\\]/g

function escapeGo(found: string): string {
  if (found === '\\b') return String.raw`\u0008`
  if (found === '\\f') return String.raw`\u000c`
  if (found === '\\\\') return found
  return String.raw`\u` + found.charCodeAt(0).toString(16).padStart(4, '0')
}

/**
 * Parses a name of FieldsV1 into a path element in canonical form; `null` for an unknown kind of element, which the
 * reference skips. @throws SyntaxError for a name that cannot be parsed
 */
export function parsePathElement(text: string): PathElement | null {
  if (text.length < 2) throw new SyntaxError('key must be 2 characters long:')
  if (text[1] !== ':') throw new SyntaxError(`missing colon: ${text}`)
  const rest = text.slice(2)
  switch (text[0]) {
    case 'f':
      return text
    case 'v':
      return valueElement(parseExactJson(rest))
    case 'k':
      return parseKeys(rest)
    case 'i':
      return parseIndex(rest)
    default:
      return null
  }
}

function parseKeys(text: string): PathElement {
  if (plainKey.test(text)) return `k:${text}`
  const keys = parseExactJson(text)
  if (!isObject(keys)) throw new SyntaxError('expect { or n')
  return keyElement(keysOf(keys))
}

const keysOf = (keys: { readonly [name: string]: Json | undefined }): (readonly [string, Json])[] =>
  Object.entries(keys)
    .map(([name, value]): readonly [string, Json] => [name, value ?? null])
    .sort(([a], [b]) => compareText(a, b))

function parseIndex(text: string): PathElement {
  if (!/^[+-]?[0-9]{1,15}$/.test(text)) throw new SyntaxError(`strconv.Atoi: parsing "${text}": invalid syntax`)
  return `i:${Number(text)}`
}

/** Formats a path as in messages: `.spec.containers[name="a"].image`. */
export const pathText = (path: Path): string => path.map(elementText).join('')

export function elementText(element: PathElement): string {
  const rest = element.slice(2)
  switch (element[0]) {
    case 'f':
      return `.${rest}`
    case 'k': {
      const keys = keysOf(parseExactJson(rest) as JsonObject)
      return `[${keys.map(([name, value]) => `${name}=${valueText(value)}`).join(',')}]`
    }
    case 'v':
      return `[=${valueText(parseExactJson(rest))}]`
    default:
      return `[${rest}]`
  }
}

function valueText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(',')}]`
  if (isObject(value))
    return keysOf(value)
      .map(([name, inner]) => `${name}=${valueText(inner)}`)
      .join('')
  return typeof value === 'number' ? numberText(value) : printExactJson(value)
}

/** Sorts elements in the order of FieldsV1 and conflicts. */
export function sortElements(elements: Iterable<PathElement>): PathElement[] {
  const list = [...elements]
  if (list.length < 2) return list
  if (list.every(isPlain)) return sortTexts(list)
  return list
    .map((element) => ({ element, rank: 'fkvi'.indexOf(element[0] ?? ''), value: sortValue(element) }))
    .sort((a, b) => a.rank - b.rank || compareSortValues(a.value, b.value))
    .map(({ element }) => element)
}

/** Reports whether an element is in the order of its text among others of which this is true. */
const isPlain = (element: PathElement): boolean =>
  element.startsWith('f:') ||
  (element.startsWith('k:') && plainKey.test(element.slice(2))) ||
  (element.startsWith('v:') && plainValue.test(element.slice(2)))

/** Up to this number of elements are sorted by insertion: the platform's sort allocates more memory than that. */
const FEW = 12

function sortTexts(texts: PathElement[]): PathElement[] {
  if (texts.length > FEW) return texts.sort(compareText)
  for (let at = 1; at < texts.length; at += 1) {
    const text = texts[at] ?? ''
    let to = at
    for (; to > 0 && compareText(texts[to - 1] ?? '', text) > 0; to -= 1) texts[to] = texts[to - 1] ?? ''
    texts[to] = text
  }
  return texts
}

type SortValue = string | { readonly keys: readonly (readonly [string, Json])[] } | { readonly value: Json }

function sortValue(element: PathElement): SortValue {
  const rest = element.slice(2)
  if (element.startsWith('k:')) return { keys: keysOf(parseExactJson(rest) as JsonObject) }
  if (element.startsWith('f:')) return rest
  return { value: parseExactJson(rest) }
}

function compareSortValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' || typeof b === 'string') return compareText(String(a), String(b))
  if ('keys' in a && 'keys' in b) return compareKeys(a.keys, b.keys)
  return 'value' in a && 'value' in b ? compareValues(a.value, b.value) : 0
}

function compareKeys(a: readonly (readonly [string, Json])[], b: readonly (readonly [string, Json])[]): number {
  for (const [at, [name, value]] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const order = compareText(name, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Compares two JSON values; the order of types is numbers, strings, booleans, lists, objects, null. */
function compareValues(a: Json, b: Json): number {
  const order = typeRank(a) - typeRank(b)
  if (order !== 0) return order
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (Array.isArray(a) && Array.isArray(b)) return compareKeys(unnamed(a), unnamed(b))
  return isObject(a) && isObject(b) ? compareKeys(keysOf(a), keysOf(b)) : 0
}

const compareNumbers = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0)

const unnamed = (items: readonly Json[]): (readonly [string, Json])[] => items.map((item) => ['', item])

function typeRank(value: Json): number {
  if (value === null) return 5
  if (isNumeric(value)) return 0
  if (Array.isArray(value)) return 3
  return ['', 'string', 'boolean', '', 'object'].indexOf(typeof value)
}

/** Compares two strings by their UTF-8 bytes, as Go sorts. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (x === y) continue
    // Surrogates represent code points above all that need no surrogate pair.
    const [xPaired, yPaired] = [isHalf(x), isHalf(y)]
    return xPaired === yPaired ? x - y : xPaired ? 1 : -1
  }
  return a.length - b.length
}

const isHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
