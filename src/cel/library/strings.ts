import { CelArray, CelFailure, CelList, CelUint, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { doubleText } from '#go/double-text.ts'
import { codePoints } from '#cel/run/size.ts'
import { typeNameOf } from '#cel/run/describe.ts'
import { fn, int, overload, text, type Library } from './declare.ts'
import { formatText } from './format-text.ts'
import { quoteText } from './quote-text.ts'

/** Indexes count code points. */
const pointsOf = (value: CelValue | undefined): readonly string[] => Array.from(text(value))

const outOfRange = (index: bigint): CelFailure => new CelFailure(`index out of range: ${index}`)

function charAt(points: readonly string[], index: bigint): CelOutcome {
  if (index < 0n || index > BigInt(points.length)) return outOfRange(index)
  return points[Number(index)] ?? ''
}

function indexOf(value: CelValue | undefined, part: string, offset: bigint): CelOutcome {
  if (part === '') return offset
  if (offset < 0n) return outOfRange(offset)
  const whole = text(value)
  const start = unitOffset(whole, offset)
  const found = start === undefined ? -1 : whole.indexOf(part, start)
  return found < 0 ? -1n : pointOffset(whole, found)
}

/** Returns the UTF-16 offset of a code point; undefined at and after the end. */
function unitOffset(whole: string, points: bigint): number | undefined {
  let left = points
  for (let at = 0; at < whole.length; at += (whole.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    if (left === 0n) return at
    left--
  }
  return undefined
}

const pointOffset = (whole: string, unit: number): bigint => BigInt(codePoints(whole.slice(0, unit)))

function lastIndexOf(value: CelValue | undefined, part: string, offset: bigint | null): CelOutcome {
  const whole = text(value)
  const size = BigInt(codePoints(whole))
  if (part === '') return offset ?? size
  const from = offset ?? size - 1n
  if (offset !== null && from < 0n) return outOfRange(from)
  if (from >= size || from < 0n) return -1n
  const found = whole.lastIndexOf(part, unitOffset(whole, from))
  return found < 0 ? -1n : pointOffset(whole, found)
}

function substring(value: CelValue | undefined, from: bigint, to: bigint | null): CelOutcome {
  const points = pointsOf(value)
  const size = BigInt(points.length)
  if (to !== null && from > to) return new CelFailure(`invalid substring range. start: ${from}, end: ${to}`)
  if (from < 0n || from > size) return outOfRange(from)
  if (to !== null && (to < 0n || to > size)) return outOfRange(to)
  return points.slice(Number(from), to === null ? undefined : Number(to)).join('')
}

/** @param count the maximum number of replacements; negative: no limit */
function replace(
  value: CelValue | undefined,
  { old, by, count }: { readonly old: string; readonly by: string; readonly count: bigint },
): CelOutcome {
  const pieces = old === '' ? ['', ...pointsOf(value), ''] : text(value).split(old)
  if (count < 0n || count >= BigInt(pieces.length - 1))
    return old === ''
      ? by +
          pointsOf(value)
            .map((p) => p + by)
            .join('')
      : pieces.join(by)
  const times = Number(count)
  if (old !== '') return [...pieces.slice(0, times), ''].join(by) + pieces.slice(times).join(old)
  const points = pointsOf(value)
  return points.map((point, i) => (i < times ? by : '') + point).join('')
}

function split(value: CelValue | undefined, separator: string, count: bigint): CelOutcome {
  if (count === 0n) return new CelArray([])
  const pieces = separator === '' ? pointsOf(value) : text(value).split(separator)
  if (count < 0n || BigInt(pieces.length) <= count) return new CelArray(pieces)
  const kept = Number(count) - 1
  return new CelArray([...pieces.slice(0, kept), pieces.slice(kept).join(separator)])
}

/** Prints an element as Go's `%v` does. */
function printed(value: CelValue): string {
  if (value === null) return '0'
  if (typeof value === 'number') return doubleText(value)
  if (value instanceof CelUint) return String(value.value)
  if (value instanceof Uint8Array) return `[${value.join(' ')}]`
  if (value instanceof CelList)
    return `[${Array.from({ length: value.size }, (_, at) => printed(value.at(at))).join(', ')}]`
  return typeof value === 'object' ? typeNameOf(value) : String(value)
}

function join(list: CelValue | undefined, separator: string): CelOutcome {
  if (!(list instanceof CelList)) return new CelFailure('no such overload')
  const pieces: string[] = []
  for (let i = 0; i < list.size; i++) {
    const piece = list.at(i)
    if (typeof piece !== 'string') return new CelFailure(`join: invalid input: ${printed(piece)}`)
    pieces.push(piece)
  }
  return pieces.join(separator)
}

const lower = (value: string): string => value.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
const upper = (value: string): string => value.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
/** The white space that Go's `strings.TrimSpace` removes. */
const blanks =
  /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g

/** String functions: the standard ones, and version 2 of the strings extension. */
export const stringLibrary: Library = [
  fn(
    'contains',
    overload('contains_string', 'string.(string) bool', (a, b) => text(a).includes(text(b))),
  ),
  fn(
    'startsWith',
    overload('starts_with_string', 'string.(string) bool', (a, b) => text(a).startsWith(text(b))),
  ),
  fn(
    'endsWith',
    overload('ends_with_string', 'string.(string) bool', (a, b) => text(a).endsWith(text(b))),
  ),
  fn(
    'charAt',
    overload('string_char_at_int', 'string.(int) string', (a, i) => charAt(pointsOf(a), int(i))),
  ),
  fn(
    'indexOf',
    overload('string_index_of_string', 'string.(string) int', (a, b) => indexOf(a, text(b), 0n)),
    overload('string_index_of_string_int', 'string.(string, int) int', (a, b, i) => indexOf(a, text(b), int(i))),
  ),
  fn(
    'lastIndexOf',
    overload('string_last_index_of_string', 'string.(string) int', (a, b) => lastIndexOf(a, text(b), null)),
    overload('string_last_index_of_string_int', 'string.(string, int) int', (a, b, i) =>
      lastIndexOf(a, text(b), int(i)),
    ),
  ),
  fn(
    'lowerAscii',
    overload('string_lower_ascii', 'string.() string', (a) => lower(text(a))),
  ),
  fn(
    'upperAscii',
    overload('string_upper_ascii', 'string.() string', (a) => upper(text(a))),
  ),
  fn(
    'trim',
    overload('string_trim', 'string.() string', (a) => text(a).replaceAll(blanks, '')),
  ),
  fn(
    'replace',
    overload('string_replace_string_string', 'string.(string, string) string', (a, b, c) =>
      replace(a, { old: text(b), by: text(c), count: -1n }),
    ),
    overload('string_replace_string_string_int', 'string.(string, string, int) string', (a, b, c, n) =>
      replace(a, { old: text(b), by: text(c), count: int(n) }),
    ),
  ),
  fn(
    'split',
    overload('string_split_string', 'string.(string) list<string>', (a, b) => split(a, text(b), -1n)),
    overload('string_split_string_int', 'string.(string, int) list<string>', (a, b, n) => split(a, text(b), int(n))),
  ),
  fn(
    'substring',
    overload('string_substring_int', 'string.(int) string', (a, from) => substring(a, int(from), null)),
    overload('string_substring_int_int', 'string.(int, int) string', (a, from, to) => substring(a, int(from), int(to))),
  ),
  fn(
    'join',
    overload('list_join', 'list<string>.() string', (list) => join(list, '')),
    overload('list_join_string', 'list<string>.(string) string', (list, separator) => join(list, text(separator))),
  ),
  fn(
    'format',
    overload('string_format', 'string.(list<dyn>) string', (a, args) => formatText(text(a), args)),
  ),
  fn(
    'strings.quote',
    overload('strings_quote', '(string) string', (a) => quoteText(text(a))),
  ),
]
