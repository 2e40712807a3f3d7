import { errorText } from '#api/error-text.ts'
import { CelArray, CelFailure, type CelOutcome } from '#cel/run/value.ts'
import { fn, int, overload, text, type Library } from './declare.ts'
import { regularExpression } from './regular-expression.ts'

/** Runs `use` with the compiled pattern; an invalid pattern fails. */
function withPattern(
  pattern: string,
  use: (re: ReturnType<typeof regularExpression>) => CelOutcome,
  wrong: string,
): CelOutcome {
  let re
  try {
    re = regularExpression(pattern)
  } catch (error) {
    return new CelFailure(`${wrong}${errorText(error)}`)
  }
  return use(re)
}

const matches = (value: string, pattern: string): CelOutcome =>
  withPattern(pattern, (re) => re.matcher(value).find(), '')

const find = (value: string, pattern: string): CelOutcome =>
  withPattern(
    pattern,
    (re) => {
      const matcher = re.matcher(value)
      return matcher.find() ? (matcher.group() ?? '') : ''
    },
    'Illegal regex: ',
  )

/** @param limit the maximum number of matches; negative: no limit */
const findAll = (value: string, pattern: string, limit: bigint): CelOutcome =>
  withPattern(
    pattern,
    (re) => {
      const found: string[] = []
      const matcher = re.matcher(value)
      while ((limit < 0n || BigInt(found.length) < limit) && matcher.find()) found.push(matcher.group() ?? '')
      return new CelArray(found)
    },
    'Illegal regex: ',
  )

/** RE2 regular expressions: matching takes linear time for any pattern. */
export const regexLibrary: Library = [
  fn(
    'matches',
    overload('matches', '(string, string) bool', (a, b) => matches(text(a), text(b))),
    overload('matches_string', 'string.(string) bool', (a, b) => matches(text(a), text(b))),
  ),
  fn(
    'find',
    overload('string_find_string', 'string.(string) string', (a, b) => find(text(a), text(b))),
  ),
  fn(
    'findAll',
    overload('string_find_all_string', 'string.(string) list<string>', (a, b) => findAll(text(a), text(b), -1n)),
    overload('string_find_all_string_int', 'string.(string, int) list<string>', (a, b, n) =>
      findAll(text(a), text(b), int(n)),
    ),
  ),
]
