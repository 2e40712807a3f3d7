import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import { goStructures } from './go-types.ts'

/** Thrown for a value of a type that the table of structures lacks. */
export class UnknownStructure extends Error {}

const ofGo: ReadonlySet<string> = new Set(['string', 'bool', 'int32', 'int64', 'map[string]string'])
const time = '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}'

/** The name of a type with its package; all structures are of packages named `v1`. */
function goName(type: string): string {
  const [, marks = '', plain = ''] = /^((?:\*|\[\])*)(.*)$/.exec(type) ?? []
  return `${marks}${ofGo.has(plain) || plain.includes('.') ? plain : `v1.${plain}`}`
}

/**
 * Prints a value with the type and name of each field, those without a value included: the text of which hashes of pod
 * templates are made. Empty lists and maps do not differ from absent ones. [LC29] @throws UnknownStructure
 */
export const goDump = (type: string, value: Json | undefined): string => `(${goName(type)})${bodyOf(type, value)}`

function bodyOf(type: string, value: Json | undefined): string {
  if (type.startsWith('*')) return value === undefined || value === null ? '<nil>' : bodyOf(type.slice(1), value)
  if (type.startsWith('[]')) return listOf(type.slice(2), Array.isArray(value) ? value : [])
  const print = plain.get(type)
  if (print !== undefined) return print(value)
  if (isObject(value) || goStructures().has(type)) return structureOf(type, isObject(value) ? value : {})
  return textOf(value)
}

/** The types that are no lists, pointers, structures or texts. */
const plain: ReadonlyMap<string, (value: Json | undefined) => string> = new Map([
  ['map[string]string', (value) => mapOf(value, String)],
  ['ResourceList', (value) => mapOf(value, (each) => quantityOf(String(each)))],
  ['resource.Quantity', (value) => quantityOf(textOf(value))],
  ['intstr.IntOrString', numberOrText],
  ['Time', () => time],
  ['int32', (value) => String(value ?? 0)],
  ['int64', (value) => String(value ?? 0)],
  ['bool', (value) => String(value ?? false)],
])

const listOf = (type: string, items: readonly Json[]): string =>
  items.length === 0 ? '<nil>' : `[${items.map((each) => bodyOf(type, each)).join(' ')}]`

function mapOf(value: Json | undefined, print: (each: Json) => string): string {
  const members = Object.entries(isObject(value) ? value : {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return members.length === 0
    ? '<nil>'
    : `map[${members.map(([key, each]) => `${key}:${print(each ?? null)}`).join(' ')}]`
}

function structureOf(type: string, value: JsonObject): string {
  const fields = goStructures().get(type)
  if (fields === undefined) throw new UnknownStructure(type)
  const texts = fields.map(({ name, type: ofField, json }) => {
    const member = json === '' ? value : value[json]
    return `${name}:${goDump(ofField, member)}`
  })
  return `{${texts.join(' ')}}`
}

function numberOrText(value: Json | undefined): string {
  const [type, number] = typeof value === 'number' ? [0, value] : [typeof value === 'string' ? 1 : 0, 0]
  return `{Type:(intstr.Type)${type} IntVal:(int32)${number} StrVal:(string)${textOf(value)}}`
}

/** The suffixes of quantities: the power of two or ten that they stand for, and the format that they have. */
const suffixes: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map(
    (suffix, at) => [suffix, { bits: 0, scale: 3 * (at - 3), format: 'DecimalSI' }] as const,
  ),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map(
    (suffix, at) => [suffix, { bits: 10 * (at + 1), scale: 0, format: 'BinarySI' }] as const,
  ),
])

/** A quantity in its canonical form: a whole number, a scale, and its text. */
function quantityOf(text: string): string {
  if (text === '' || text === '0') return quantityText({ value: 0n, scale: 0, text, format: '' })
  const [, digits, suffix = ''] = /^(-?\d+)(.*)$/.exec(text) ?? []
  const { bits, scale, format } = suffixes.get(suffix) ?? exponentOf(suffix)
  if (digits === undefined) throw new UnknownStructure(text)
  return quantityText({ value: BigInt(digits) << BigInt(bits), scale, text, format })
}

/** The scale of `1e3`. */
function exponentOf(suffix: string): Suffix {
  const [, exponent] = /^[eE](-?\d+)$/.exec(suffix) ?? []
  if (exponent === undefined) throw new UnknownStructure(suffix)
  return { bits: 0, scale: Number(exponent), format: 'DecimalExponent' }
}

const quantityText = ({ value, scale, text, format }: Quantity): string =>
  `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} ` +
  `d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`

interface Quantity {
  readonly value: bigint
  readonly scale: number
  readonly text: string
  readonly format: string
}

interface Suffix {
  readonly bits: number
  readonly scale: number
  readonly format: string
}
