import { Environment, EvaluationError, evaluate, Optional, ParseError, TypeError } from '@marcbachmann/cel-js'
import type { Json, JsonObject } from '#api/json.ts'
import { encodeBase64 } from '#go/base64.ts'

/** The result of an engine for an expression. */
export type Opinion =
  /** `type` is the run-time type: `int`, `list`. `value` is JSON. */
  | { readonly outcome: 'value'; readonly type: string; readonly value: string }
  /** The engine cannot parse the expression. */
  | { readonly outcome: 'unreadable'; readonly message: string }
  /** The engine does not support a function or overload, or a type does not match. */
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string }
  /** The engine was not run; see {@link askPlainEngine}. */
  | { readonly outcome: 'not-run' }

/**
 * Parses, checks and runs an expression with `@marcbachmann/cel-js`, an engine without Kubernetes' libraries and
 * without a cost limit. Therefore it runs only with `mayRun`: the caller has already run the expression within its
 * own limit.
 */
export function askPlainEngine(source: string, variables: JsonObject, mayRun: boolean): Opinion {
  const environment = new Environment({ enableOptionalTypes: true })
  for (const name of Object.keys(variables)) environment.registerVariable(name, 'dyn')
  try {
    const program = environment.parse(source)
    const { error } = program.check()
    if (error !== undefined) return { outcome: 'refused', message: messageOf(error) }
    return mayRun ? opinionOf(program(variables)) : { outcome: 'not-run' }
  } catch (error) {
    if (error instanceof ParseError) return { outcome: 'unreadable', message: messageOf(error) }
    if (error instanceof TypeError) return { outcome: 'refused', message: messageOf(error) }
    if (error instanceof EvaluationError) return { outcome: 'failed', message: messageOf(error) }
    // Deeply nested expressions overflow its stack.
    if (error instanceof RangeError) return { outcome: 'failed', message: error.message }
    throw error
  }
}

// The package does not export these classes.
const unsignedPrototype: unknown = Object.getPrototypeOf(evaluate('1u'))
const durationPrototype: unknown = Object.getPrototypeOf(evaluate("duration('1s')"))

/** Its messages include the source; only the first line is the reason. */
const messageOf = (error: ParseError | TypeError | EvaluationError): string => error.summary

function opinionOf(value: unknown): Opinion {
  return { outcome: 'value', type: typeOf(value), value: JSON.stringify(toJson(value)) }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null_type'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return typeOfObject(value)
  return primitiveTypes.get(typeof value) ?? typeof value
}

const primitiveTypes: ReadonlyMap<string, string> = new Map([
  ['bigint', 'int'],
  ['number', 'double'],
  ['boolean', 'bool'],
])

/** True for `{}`, and for objects that inherit nothing: those of expressions are copied as such. */
const inheritsNoClass = (prototype: object | null): boolean =>
  prototype === null || Object.getPrototypeOf(prototype) === null

function typeOfObject(value: object): string {
  const prototype = Object.getPrototypeOf(value) as object | null
  if (prototype === unsignedPrototype) return 'uint'
  if (prototype === durationPrototype) return 'google.protobuf.Duration'
  if (value instanceof Optional) return 'optional_type'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Date) return 'google.protobuf.Timestamp'
  return inheritsNoClass(prototype) || value instanceof Map ? 'map' : 'type'
}

function toJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object') return String(value)
  return Array.isArray(value) ? value.map(toJson) : objectToJson(value)
}

function objectToJson(value: object): Json {
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z')
  if (value instanceof Optional) return value.hasValue() ? toJson(value.value()) : null
  if (value instanceof Uint8Array) return encodeBase64(value)
  const type = typeOfObject(value)
  if (type === 'uint') return Number(value)
  if (type !== 'map') return String(value)
  const entries: (readonly [unknown, unknown])[] = value instanceof Map ? [...value] : Object.entries(value)
  return Object.fromEntries(entries.map(([key, member]) => [String(key), toJson(member)]))
}
