import { humanDuration } from '#api/human-duration.ts'
import {
  cIdentifier,
  configMapKey,
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  envVarName,
  httpHeaderName,
  labelValue,
  percent,
  portName,
  qualifiedName,
  relaxedEnvVarName,
  wildcardDns1123Subdomain,
} from '#api/names.ts'
import {
  type Quantity,
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityMilliValue,
} from '#api/quantity.ts'
import { formatDuration, parseDuration } from '#go/duration.ts'
import { type Family, type Outcome, attempt, judge, readCases } from './family.ts'

interface TextCase {
  readonly in: string
  readonly canonical?: string
  readonly error?: string
  readonly format?: string
  readonly milli?: string
}

interface Validation {
  readonly names?: readonly { readonly value: string; readonly valid: Readonly<Record<string, boolean>> }[]
  readonly quantities?: readonly TextCase[]
  readonly quantityArithmetic?: readonly {
    readonly a: string
    readonly b: string
    readonly cmp: number
    readonly sum: string
  }[]
  readonly durations?: readonly TextCase[]
  readonly humanDuration?: readonly { readonly seconds: number; readonly age: string }[]
}

export const validation: Family = {
  name: 'validation',
  async run(dir) {
    const cases = readCases<Validation>(dir, 'validation/cases.json')
    if (cases === null) return null
    return [
      ...(cases.names ?? []).flatMap(({ value, valid }) =>
        Object.entries(valid).map(([rule, isValid]) => tryName(rule, value, isValid)),
      ),
      ...(cases.quantities ?? []).map(tryQuantity),
      ...(cases.quantityArithmetic ?? []).map(({ a, b, cmp, sum }) => {
        const [left, right] = [parseQuantity(a), parseQuantity(b)]
        const actual = { cmp: compareQuantities(left, right), sum: formatQuantity(addQuantities(left, right)) }
        return judge(`quantity ${a} and ${b}`, actual, { cmp, sum })
      }),
      ...(cases.durations ?? []).map(tryDuration),
      ...(cases.humanDuration ?? []).map(({ seconds, age }) =>
        judge(`age ${seconds}`, humanDuration(seconds * 1000), age),
      ),
    ]
  },
}

const rules: ReadonlyMap<string, (value: string) => readonly string[]> = new Map([
  ['cIdentifier', cIdentifier],
  ['configMapKey', configMapKey],
  ['dns1035Label', dns1035Label],
  ['dns1123Label', dns1123Label],
  ['dns1123Subdomain', dns1123Subdomain],
  ['envVarName', envVarName],
  ['envVarNameRelaxed', relaxedEnvVarName],
  ['httpHeaderName', httpHeaderName],
  ['labelValue', labelValue],
  ['percent', percent],
  ['portName', portName],
  ['qualifiedName', qualifiedName],
  ['wildcardDNS1123Subdomain', wildcardDns1123Subdomain],
])

function tryName(name: string, value: string, isValid: boolean): Outcome {
  const id = `${name} ${JSON.stringify(value)}`
  const rule = rules.get(name)
  if (rule === undefined) return { id, result: 'skipped', note: 'no such rule' }
  return judge(id, rule(value).length === 0, isValid)
}

function tryQuantity(each: TextCase): Outcome {
  const id = `quantity ${each.in}`
  const tried = attempt(() => parseQuantity(each.in))
  if (each.error !== undefined || 'error' in tried)
    return judge(id, 'error' in tried ? tried.error : undefined, each.error)
  const { format } = tried.value
  const actual = { canonical: formatQuantity(tried.value), format, milli: milliText(tried.value, each.milli) }
  return judge(id, actual, { canonical: each.canonical, format: each.format ?? format, milli: each.milli })
}

/**
 * Returns the milli value, or `expected` where the two are not compared: beyond 64 bits of billionths the reference
 * overflows, and below zero it rounds in the other direction.
 */
function milliText(quantity: Quantity, expected: string | undefined): string | undefined {
  const milli = quantityMilliValue(quantity)
  const isExact = milli >= 0n && milli * 1_000_000n < 2n ** 63n
  return expected === undefined || !isExact ? expected : milli.toString()
}

function tryDuration(each: TextCase): Outcome {
  const tried = attempt(() => formatDuration(parseDuration(each.in)))
  const actual = 'error' in tried ? { error: tried.error } : { canonical: tried.value }
  const expected = each.error === undefined ? { canonical: each.canonical } : { error: each.error }
  return judge(`duration ${each.in}`, actual, expected)
}
