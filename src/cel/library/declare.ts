import { celTypes, type CelType } from '../types.ts'
import { CelFailure, type CelOutcome, type CelValue } from '../run/value.ts'

/** Makes a value of arguments that fit the declared types; a `CelFailure` where there is none. */
export type Run = (...args: readonly CelValue[]) => CelOutcome

export interface Overload {
  readonly id: string
  /** Called on its first argument: `a.f(b)`. */
  readonly isMember: boolean
  readonly args: readonly CelType[]
  readonly result: CelType
  readonly typeParams: readonly string[]
  readonly run: Run
}

/** A function and all the types that it takes. */
export interface CelFunction {
  readonly name: string
  readonly overloads: readonly Overload[]
}

export type Library = readonly CelFunction[]

/**
 * Declares one overload by its signature: `string.(string, int) list<A>` is called on a string and takes a string and an
 * int, `(A, list<A>) bool` stands alone. Single capital letters are type parameters; unknown names are opaque types.
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

/** The failure of a value that no declared type takes. */
export const noSuchOverload = new CelFailure('no such overload')

/** Reads arguments of known types; the checks before a call make a wrong one impossible. */
export const text = (value: CelValue | undefined): string => (typeof value === 'string' ? value : '')
export const int = (value: CelValue | undefined): bigint => (typeof value === 'bigint' ? value : 0n)
