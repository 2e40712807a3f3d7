import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { check } from '#cel/check/checker.ts'
import { joinLibraries, standardTypes } from '#cel/check/scope.ts'
import { CelInput } from '#cel/inputs.ts'
import { libraries, newestLibraries } from '#cel/library/index.ts'
import { CelProgram } from '#cel/program.ts'
import { equals } from '#cel/run/compare.ts'
import {
  CelArray,
  CelDuration,
  CelEntries,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
} from '#cel/run/value.ts'
import { parse } from '#cel/syntax/parse.ts'
import { celTypes, sameType, typeText, type CelType } from '#cel/cel-type.ts'
import { misses } from './misses.ts'

/** A value of the conformance data: plain, or tagged with its type. */
type Tagged = null | boolean | string | Readonly<Record<string, unknown>>
type TypeText = string | Readonly<Record<string, unknown>>

interface Case {
  readonly name: string
  readonly expr: string
  readonly env?: Readonly<Record<string, TypeText>>
  readonly bindings?: Readonly<Record<string, Tagged>>
  readonly value?: Tagged
  readonly type?: TypeText
  /** Any failure is accepted, because error texts differ between implementations. */
  readonly error?: string
}

const files = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as Record<
  string,
  readonly Case[]
>
const functions = joinLibraries([...libraries, ...newestLibraries])

function toValue(tagged: Tagged): CelValue {
  if (tagged === null || typeof tagged !== 'object') return tagged
  const [kind = '', inner] = Object.entries(tagged)[0] ?? []
  return makers.get(kind)?.(String(inner), inner as readonly Tagged[]) ?? null
}

type Make = (text: string, items: readonly Tagged[]) => CelValue

const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['int', BigInt],
  ['uint', (text) => new CelUint(BigInt(text))],
  ['double', Number],
  ['bytes', (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))],
  ['list', (_, items) => new CelArray(items.map(toValue))],
  ['map', (_, items) => new CelEntries(items.map((each) => toEntry(each as unknown as readonly Tagged[])))],
  ['timestamp', (_, [seconds, nanos]) => new CelTimestamp(BigInt(String(seconds)), Number(nanos))],
  [
    'duration',
    (_, [seconds, nanos]) => new CelDuration(BigInt(String(seconds)) * 1_000_000_000n + BigInt(String(nanos))),
  ],
  ['type', (text) => new CelTypeValue(standardTypes.get(text) ?? celTypes.opaque(text))],
])

const toEntry = ([key = null, value = null]: readonly Tagged[]): readonly [CelValue, CelValue] => [
  toValue(key),
  toValue(value),
]

const simple: ReadonlyMap<string, CelType> = new Map(
  Object.values(celTypes).flatMap((type) => (typeof type === 'object' ? [[type.kind, type] as const] : [])),
)

function toType(text: TypeText): CelType {
  if (typeof text === 'string') return simple.get(text) ?? celTypes.dyn
  const [kind, inner] = Object.entries(text)[0] ?? []
  if (kind === 'list') return celTypes.list(toType(inner as TypeText))
  if (kind === 'optional') return celTypes.optional(toType(inner as TypeText))
  if (kind === 'type') return celTypes.type(toType(inner as TypeText))
  const [key = 'dyn', value = 'dyn'] = inner as readonly TypeText[]
  return celTypes.map(toType(key), toType(value))
}

/** Describes how the result differs from the expected one; null if it does not. */
function problemOf(each: Case): string | null {
  const { expr, env = {}, error } = each
  const parsed = parse(expr)
  const variables = new Map(Object.entries(env).map(([name, text]) => [name, toType(text)]))
  const checked = check(expr, parsed.node, { variables, functions, types: standardTypes, madeType: () => undefined })
  const [issue] = parsed.issues.length > 0 ? parsed.issues : checked.issues
  if (issue !== undefined) return error === undefined ? issue.message : null
  return problemOfResult(each, new CelProgram(expr, parsed.node, checked))
}

function problemOfResult({ bindings = {}, value, type, error }: Case, program: CelProgram): string | null {
  if (type !== undefined && !sameType(program.resultType, toType(type))) return `type ${typeText(program.resultType)}`
  if (error === undefined && value === undefined) return null
  const inputs = Object.entries(bindings).map(([name, tagged]) => [name, new CelInput(() => toValue(tagged))])
  const result = program.evaluate(Object.fromEntries(inputs))
  if (result.type === 'error') return error === undefined ? result.message : null
  if (error !== undefined) return 'no failure'
  return isSame(result.value, toValue(value ?? null)) ? null : `gives ${String(result.value)}`
}

/** Reports whether both are equal and of one type; NaN equals NaN here. */
const isSame = (found: CelValue, expected: CelValue): boolean =>
  (typeof found === 'number' && typeof expected === 'number' && Object.is(found, expected)) ||
  (typeof found === typeof expected && equals(found, expected)) ||
  (found instanceof CelTypeValue && expected instanceof CelTypeValue && found.type.name === expected.type.name)

test.each(Object.keys(files))('[CEL1] the conformance data of the language: %s', (file) => {
  const expected = misses.get(file) ?? new Map<string, string>()
  const found = (files[file] ?? []).flatMap((each) => {
    const problem = problemOf(each)
    return problem === null ? [] : [[each.name, problem] as const]
  })

  const surprises = found.filter(([name]) => !expected.has(name))
  const names = new Set(found.map(([name]) => name))
  const passing = [...expected.keys()].filter((name) => !names.has(name))

  expect(surprises).toEqual([])
  expect(passing).toEqual([])
})
