import { celTypes, type CelType } from '#cel/cel-type.ts'
import { CelFailure, type CelOutcome, type CelValue } from '#cel/run/value.ts'

/** Computes a value from arguments that match the declared types, or returns a `CelFailure`. */
export type Run = (...args: readonly CelValue[]) => CelOutcome

export interface Overload {
  readonly id: string
  /** Called as a member of its first argument: `a.f(b)`. */
  readonly isMember: boolean
  readonly args: readonly CelType[]
  readonly result: CelType
  readonly typeParams: readonly string[]
  readonly run: Run
}

/** A function with all its overloads. */
export interface CelFunction {
  readonly name: string
  readonly overloads: readonly Overload[]
}

export type Library = readonly CelFunction[]

/**
 * Declares one overload by its signature: `string.(string, int) list<A>` is a member function of string with a
 * string and an int argument, `(A, list<A>) bool` is a global function. Single capital letters are type parameters;
 * unknown names are opaque types.
 */
export function overload(id: string, signature: string, run: Run): Overload {
  const match = signatureShape.exec(signature)
  if (match === null) throw new Error(`no signature: ${signature}`)
  const [, target, list = '', result = ''] = match
  const args = [...(target === undefined ? [] : [target]), ...splitTypes(list)].map(readType)
  const types = [...args, readType(result)]
  return { id, isMember: target !== undefined, args, result: readType(result), typeParams: paramsOf(types), run }
}

export const fn = (name: string, ...overloads: readonly Overload[]): CelFunction => ({ name, overloads })

const signatureShape = /^(?:([^()]+)\.)?\(([^()]*)\) (.+)$/

function splitTypes(list: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= list.length; at++) {
    const character = list.charAt(at)
    if (character === '<') depth++
    if (character === '>') depth--
    if (at < list.length && !(character === ',' && depth === 0)) continue
    const part = list.slice(from, at).trim()
    if (part !== '') parts.push(part)
    from = at + 1
  }
  return parts
}

const { bool, int: intType, uint, double, string, bytes, dyn, any, timestamp, duration } = celTypes
const simpleTypes: ReadonlyMap<string, CelType> = new Map(
  [bool, intType, uint, double, string, bytes, dyn, any, timestamp, duration].map((type) => [type.name, type] as const),
)

function readType(text: string): CelType {
  const simple = simpleTypes.get(text)
  if (simple !== undefined) return simple
  if (/^[A-Z]$/.test(text)) return celTypes.param(text)
  const generic = /^(list|map|optional|type)<(.+)>$/.exec(text)
  const [first = celTypes.dyn, second = celTypes.dyn] = splitTypes(generic?.[2] ?? '').map(readType)
  switch (generic?.[1]) {
    case 'list':
      return celTypes.list(first)
    case 'map':
      return celTypes.map(first, second)
    case 'optional':
      return celTypes.optional(first)
    case 'type':
      return celTypes.type(first)
    default:
      return celTypes.opaque(text)
  }
}

function paramsOf(types: readonly CelType[]): readonly string[] {
  const names = types.flatMap((type) => (type.kind === 'param' ? [type.name] : paramsOf(type.params)))
  return [...new Set(names)]
}

/** Returned when no overload matches the values. */
export const noSuchOverload: CelFailure = new CelFailure('no such overload')

/** Reads arguments of known types; earlier checks rule out a wrong type. */
export const text = (value: CelValue | undefined): string => (typeof value === 'string' ? value : '')
export const int = (value: CelValue | undefined): bigint => (typeof value === 'bigint' ? value : 0n)
