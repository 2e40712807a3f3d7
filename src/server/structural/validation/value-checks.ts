import { doubleText } from '#go/double-text.ts'
import { printExactJson } from '#api/exact-json.ts'
import { type Json, deepEqual, isNumeric, own } from '#api/json.ts'
import { notSupported } from '#api/field-error.ts'
import { matchesPattern } from '#server/structural/patterns.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import type { Problem } from './result.ts'

type Numeric = number | bigint

const limit = (schema: StructuralSchema, name: string): Numeric | undefined => {
  const value = own(schema, name)
  return isNumeric(value) ? value : undefined
}

const problem = (path: string, badValue: Json, what: string): Problem => ({
  type: 'FieldValueInvalid',
  name: path,
  badValue,
  detail: `${path} in body ${what}`,
})

export function textProblems(schema: StructuralSchema, value: string, path: string): readonly Problem[] {
  const problems: Problem[] = []
  const length = Array.from(value).length
  const [max, min] = [limit(schema, 'maxLength'), limit(schema, 'minLength')]
  if (max !== undefined && length > max)
    problems.push({
      type: 'FieldValueTooLong',
      name: path,
      detail: `may not be more than ${max} ${max === 1 ? 'byte' : 'bytes'}`,
    })
  if (min !== undefined && length < min) problems.push(problem(path, value, `should be at least ${min} chars long`))
  const { pattern } = schema
  if (typeof pattern === 'string' && pattern !== '' && !matchesPattern(pattern, value))
    problems.push(problem(path, value, `should match '${pattern}'`))
  return problems
}

/**
 * Checks bounds and multiples. Integers are compared with the integer part of bounds, as the reference's native
 * comparison does. [CRD17]
 */
export function numberProblems(schema: StructuralSchema, value: Numeric, path: string): readonly Problem[] {
  const isWhole = isInt64(value)
  const bound = (name: string): Numeric | undefined => {
    const found = limit(schema, name)
    if (found === undefined) return undefined
    return isWhole ? wholePart(found) : Number(found)
  }
  const shown = (found: Numeric): string => (isWhole ? String(found) : doubleText(Number(found)))
  const [step, min, max] = [bound('multipleOf'), bound('minimum'), bound('maximum')]
  const problems: Problem[] = []
  if (step !== undefined) problems.push(...multipleProblems(value, step, { path, shown }))
  if (min !== undefined && (schema.exclusiveMinimum === true ? value <= min : value < min)) {
    const than = schema.exclusiveMinimum === true ? 'greater than' : 'greater than or equal to'
    problems.push(problem(path, value, `should be ${than} ${shown(min)}`))
  }
  if (max !== undefined && (schema.exclusiveMaximum === true ? value >= max : value > max)) {
    const than = schema.exclusiveMaximum === true ? 'less than' : 'less than or equal to'
    problems.push(problem(path, value, `should be ${than} ${shown(max)}`))
  }
  return problems
}

interface Shown {
  readonly path: string
  readonly shown: (limit: Numeric) => string
}

function multipleProblems(value: Numeric, step: Numeric, { path, shown }: Shown): readonly Problem[] {
  if (step > 0) return isMultiple(value, step) ? [] : [problem(path, value, `should be a multiple of ${shown(step)}`)]
  const detail = `factor MultipleOf declared for ${path} must be positive: ${shown(step)}`
  return [{ type: 'FieldValueInvalid', name: path, badValue: step, detail }]
}

const isInt64 = (value: Numeric): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)

/** Returns the integer part, without negative zero. */
const wholePart = (value: Numeric): Numeric => (typeof value === 'bigint' ? value : Math.trunc(value) + 0)

function isMultiple(value: Numeric, step: Numeric): boolean {
  if (typeof value === 'number' && typeof step === 'number')
    return isInt64(value) ? value % step === 0 : isNearMultiple(value, step)
  return BigInt(value) % BigInt(step) === 0n
}

/** Reports whether the quotient is an integer within an error of one part in a billion. */
function isNearMultiple(value: number, step: number): boolean {
  const quotient = step < 1 ? (1 / step) * value : value / step
  if (Number.isInteger(quotient)) return true
  const whole = Math.trunc(quotient)
  return quotient > 0 && whole !== 0 && (quotient - whole) / (quotient + whole) < 1e-9
}

export function countProblems(
  schema: StructuralSchema,
  count: number,
  { path, of }: { readonly path: string; readonly of: 'Items' | 'Properties' },
): readonly Problem[] {
  const [max, min] = [limit(schema, `max${of}`), limit(schema, `min${of}`)]
  const problems: Problem[] = []
  if (min !== undefined && count < min)
    problems.push(problem(path, count, `should have at least ${min} ${of.toLowerCase()}`))
  if (max !== undefined && count > max)
    problems.push({
      type: 'FieldValueTooMany',
      name: path,
      badValue: count,
      detail: `must have at most ${max} ${max === 1 ? 'item' : 'items'}`,
    })
  return problems
}

/** Checks an enumeration. A null in the enumeration matches nothing, not even null. [CRD17] */
export function enumProblem(schema: StructuralSchema, value: Json, path: string): Problem | null {
  if (!Array.isArray(schema.enum) || schema.enum.length === 0) return null
  if (value !== null && isListed(schema.enum, value)) return null
  const { detail } = enumerationOf(schema.enum)
  return { type: 'FieldValueNotSupported', name: path, badValue: value, detail }
}

interface Enumeration {
  readonly values: ReadonlySet<Json>
  /** The detail of the error for any other value. */
  readonly detail: string
}

/** Compiled once: an enumeration of ten thousand values may be compared with a hundred thousand items. */
const enumerations = new WeakMap<readonly Json[], Enumeration>()

function enumerationOf(listed: readonly Json[]): Enumeration {
  const known = enumerations.get(listed)
  if (known !== undefined) return known
  const texts = listed.map((each) => (typeof each === 'string' ? each : printExactJson(each)))
  const made = { values: new Set(listed), detail: notSupported('', null, texts).detail }
  enumerations.set(listed, made)
  return made
}

function isListed(listed: readonly Json[], value: Json): boolean {
  if (typeof value === 'string') return enumerationOf(listed).values.has(value)
  return listed.some((each) => equalAsGo(value, each))
}

/**
 * Reports whether two values are equal. As in the reference, the value is converted to the type of the listed one, so
 * that it may lose its fraction.
 */
function equalAsGo(value: Json, listed: Json): boolean {
  if (typeof value === 'number' && typeof listed === 'number')
    return Number.isSafeInteger(listed) ? Math.trunc(value) === listed : value === listed
  return listed !== null && deepEqual(value, listed)
}
