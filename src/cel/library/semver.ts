import { quoteGo } from '#go/quote.ts'
import { CelFailure, CelOpaque, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { celTypes } from '#cel/cel-type.ts'
import { fn, noSuchOverload, overload, text, type Library } from './declare.ts'

const TYPE = 'kubernetes.Semver'
const type = celTypes.opaque(TYPE)

interface Version {
  /** Major, minor, patch. */
  readonly numbers: readonly bigint[]
  readonly pre: readonly string[]
}

class CelSemver extends CelOpaque {
  readonly type = type
  readonly version: Version
  private readonly text: string
  constructor(version: Version, text: string) {
    super()
    this.version = version
    this.text = text
  }
  equals(other: CelOpaque): boolean {
    return other instanceof CelSemver && compareVersions(this.version, other.version) === 0
  }
  override toString(): string {
    return this.text
  }
}

const numeric = /^\d+$/
const identifier = /^[0-9A-Za-z-]+$/

/** The value of a version's text, or why it is none. */
export function semverValue(written: string): CelOutcome {
  if (written === '') return new CelFailure('Version string empty')
  const parts = written.split('.')
  if (parts.length < 3) return new CelFailure('No Major.Minor.Patch elements found')
  const [major = '', minor = '', ...rest] = parts
  const [beforeBuild, build] = splitOnce(rest.join('.'), '+')
  const [patch, pre] = splitOnce(beforeBuild, '-')
  const problem = numbersProblem({ major, minor, patch }) ?? preProblem(pre) ?? buildProblem(build)
  if (problem !== null) return new CelFailure(problem)
  return new CelSemver({ numbers: [major, minor, patch].map(BigInt), pre: pre?.split('.') ?? [] }, written)
}

function splitOnce(value: string, mark: string): readonly [string, string | undefined] {
  const at = value.indexOf(mark)
  return at < 0 ? [value, undefined] : [value.slice(0, at), value.slice(at + 1)]
}

function numbersProblem(numbers: Readonly<Record<'major' | 'minor' | 'patch', string>>): string | null {
  for (const [name, value] of Object.entries(numbers)) {
    const word = name.charAt(0).toUpperCase() + name.slice(1)
    if (!numeric.test(value)) return `Invalid character(s) found in ${name} number ${quoteGo(value)}`
    if (value.length > 1 && value.startsWith('0'))
      return `${word} number must not contain leading zeroes ${quoteGo(value)}`
    if (BigInt(value) >= 2n ** 64n) return `strconv.ParseUint: parsing ${quoteGo(value)}: value out of range`
  }
  return null
}

function preProblem(pre: string | undefined): string | null {
  for (const part of pre?.split('.') ?? []) {
    if (part === '') return 'Prerelease is empty'
    if (!identifier.test(part)) return `Invalid character(s) found in prerelease ${quoteGo(part)}`
    if (numeric.test(part) && part.length > 1 && part.startsWith('0'))
      return `Numeric PreRelease version must not contain leading zeroes ${quoteGo(part)}`
  }
  return null
}

function buildProblem(build: string | undefined): string | null {
  for (const part of build?.split('.') ?? []) {
    if (part === '') return 'Build meta data is empty'
    if (!identifier.test(part)) return `Invalid character(s) found in build meta data ${quoteGo(part)}`
  }
  return null
}

/** Removes a leading `v`, adds missing numbers, and removes leading zeros. */
function normalize(written: string): string {
  const parts = written.replace(/^v/, '').split('.')
  const three = [...parts.slice(0, 2), ...(parts.length > 2 ? [parts.slice(2).join('.')] : [])].map((part) => {
    const trimmed = part.length > 1 ? part.replace(/^0+/, '') : part
    return /^\d/.test(trimmed) || part.length <= 1 ? trimmed : `0${trimmed}`
  })
  const last = three[three.length - 1] ?? ''
  if (three.length >= 3 || /[+-]/.test(last)) return three.join('.')
  return [...three, ...Array<string>(3 - three.length).fill('0')].join('.')
}

function compareVersions(a: Version, b: Version): -1 | 0 | 1 {
  for (const [i, number] of a.numbers.entries()) {
    const other = b.numbers[i] ?? 0n
    if (number !== other) return number < other ? -1 : 1
  }
  // A release is greater than its prereleases.
  if (a.pre.length === 0 || b.pre.length === 0) return order(b.pre.length, a.pre.length)
  for (const [i, part] of a.pre.slice(0, b.pre.length).entries()) {
    const by = comparePre(part, b.pre[i] ?? '')
    if (by !== 0) return by
  }
  return order(a.pre.length, b.pre.length)
}

const order = (a: number, b: number): -1 | 0 | 1 => (a === b ? 0 : a < b ? -1 : 1)

function comparePre(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0
  if (numeric.test(a) && numeric.test(b)) return BigInt(a) < BigInt(b) ? -1 : 1
  if (numeric.test(a) !== numeric.test(b)) return numeric.test(a) ? -1 : 1
  return a < b ? -1 : 1
}

const of = (value: CelValue | undefined, use: (version: Version) => CelOutcome): CelOutcome =>
  value instanceof CelSemver ? use(value.version) : noSuchOverload
const both = (a: CelValue | undefined, b: CelValue | undefined, use: (by: -1 | 0 | 1) => CelOutcome): CelOutcome =>
  of(a, (x) => of(b, (y) => use(compareVersions(x, y))))
const number = (value: CelValue | undefined, at: number): CelOutcome => of(value, ({ numbers }) => numbers[at] ?? 0n)

const read = (value: CelValue | undefined, isNormalized: CelValue | undefined): CelOutcome =>
  semverValue(isNormalized === true ? normalize(text(value)) : text(value))

/** Semantic versions. */
export const semverLibrary: Library = [
  fn(
    'semver',
    overload('string_to_semver', `(string) ${TYPE}`, (a) => read(a, false)),
    overload('string_bool_to_semver', `(string, bool) ${TYPE}`, read),
  ),
  fn(
    'isSemver',
    overload('is_semver_string', '(string) bool', (a) => read(a, false) instanceof CelSemver),
    overload('is_semver_string_bool', '(string, bool) bool', (a, b) => read(a, b) instanceof CelSemver),
  ),
  fn(
    'isGreaterThan',
    overload('semver_is_greater_than', `${TYPE}.(${TYPE}) bool`, (a, b) => both(a, b, (by) => by === 1)),
  ),
  fn(
    'isLessThan',
    overload('semver_is_less_than', `${TYPE}.(${TYPE}) bool`, (a, b) => both(a, b, (by) => by === -1)),
  ),
  fn(
    'compareTo',
    overload('semver_compare_to', `${TYPE}.(${TYPE}) int`, (a, b) => both(a, b, BigInt)),
  ),
  fn(
    'major',
    overload('semver_major', `${TYPE}.() int`, (a) => number(a, 0)),
  ),
  fn(
    'minor',
    overload('semver_minor', `${TYPE}.() int`, (a) => number(a, 1)),
  ),
  fn(
    'patch',
    overload('semver_patch', `${TYPE}.() int`, (a) => number(a, 2)),
  ),
]
