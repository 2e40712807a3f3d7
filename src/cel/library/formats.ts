import { dns1035LabelName, dns1123LabelName, dns1123SubdomainName, labelValue, qualifiedName } from '#api/names.ts'
import { UrlError, parseRequestUri } from '#go/url.ts'
import { CelArray, CelOpaque, CelOptional, absent } from '#cel/run/value.ts'
import { celTypes } from '#cel/cel-type.ts'
import { fn, noSuchOverload, overload, text, type Library } from './declare.ts'

const TYPE = 'kubernetes.NamedFormat'
const type = celTypes.opaque(TYPE)

type Problems = (value: string) => readonly string[]

/** A named string format. */
class CelFormat extends CelOpaque {
  readonly type = type
  readonly name: string
  /** Approximate length of its pattern; used for cost. */
  readonly patternSize: number
  readonly problems: Problems
  constructor(name: string, patternSize: number, problems: Problems) {
    super()
    this.name = name
    this.patternSize = patternSize
    this.problems = problems
  }
  equals(other: CelOpaque): boolean {
    return other instanceof CelFormat && this.name === other.name
  }
  override toString(): string {
    return this.name
  }
}

const matching =
  (pattern: RegExp, problem: string): Problems =>
  (value) =>
    pattern.test(value) ? [] : [problem]

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function uriProblems(value: string): readonly string[] {
  try {
    parseRequestUri(value)
    return []
  } catch (error) {
    if (error instanceof UrlError) return [error.message]
    throw error
  }
}

const formats: ReadonlyMap<string, CelFormat> = new Map([
  ['dns1123Label', new CelFormat('DNS1123Label', 30, (value) => dns1123LabelName(value, false))],
  ['dns1123Subdomain', new CelFormat('DNS1123Subdomain', 60, (value) => dns1123SubdomainName(value, false))],
  ['dns1035Label', new CelFormat('DNS1035Label', 30, (value) => dns1035LabelName(value, false))],
  ['qualifiedName', new CelFormat('QualifiedName', 60, qualifiedName)],
  ['dns1123LabelPrefix', new CelFormat('DNS1123LabelPrefix', 30, (value) => dns1123LabelName(value, true))],
  ['dns1123SubdomainPrefix', new CelFormat('DNS1123SubdomainPrefix', 60, (value) => dns1123SubdomainName(value, true))],
  ['dns1035LabelPrefix', new CelFormat('DNS1035LabelPrefix', 30, (value) => dns1035LabelName(value, true))],
  ['labelValue', new CelFormat('LabelValue', 40, labelValue)],
  ['uri', new CelFormat('URI', 1000, uriProblems)],
  ['uuid', new CelFormat('uuid', 127, matching(uuid, 'does not match the UUID format'))],
  ['byte', new CelFormat('byte', 110, matching(base64, 'invalid base64'))],
  ['date', new CelFormat('date', 157, (value) => (isDate(value) ? [] : ['invalid date']))],
  [
    'datetime',
    new CelFormat('datetime', 157, (value) => (isDate(dateTime.exec(value)?.[1] ?? '') ? [] : ['invalid datetime'])),
  ],
])

/** Named string formats: `format.dns1123Label().validate(name)`. */
export const formatLibrary: Library = [
  ...[...formats].map(([name, format]) =>
    fn(
      `format.${name}`,
      overload(`format.${name}`, `() ${TYPE}`, () => format),
    ),
  ),
  fn(
    'format.named',
    overload('format-named', `(string) optional<${TYPE}>`, (name) => {
      const format = formats.get(text(name))
      return format === undefined ? absent : new CelOptional(format)
    }),
  ),
  fn(
    'validate',
    overload('format-validate', `${TYPE}.(string) optional<list<string>>`, (format, value) => {
      if (!(format instanceof CelFormat)) return noSuchOverload
      const problems = format.problems(text(value))
      return problems.length === 0 ? absent : new CelOptional(new CelArray(problems))
    }),
  ),
]
