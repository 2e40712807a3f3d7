import { already, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isNumeric, isObject, own } from '#api/json.ts'
import {
  type StructuralSchema,
  additionalOf,
  itemsOf,
  propertyOf,
  sortedPropertiesOf,
  textsOf,
} from '#server/structural/structural-schema.ts'
import { hasComposition, validateComposition } from './composition.ts'
import type { CorrelatedValue } from './correlated-value.ts'
import { type Problem, Result } from './result.ts'
import { checkedFormatOf, formatProblem, typeProblem, typesOf } from './type-check.ts'
import { countProblems, enumProblem, numberProblems, textProblems } from './value-checks.ts'

export interface Spot {
  /** The path as in messages. */
  readonly path: string
  /** `null` if there is no corresponding old value: then all errors are reported. */
  readonly past: CorrelatedValue | null
}

/**
 * Runs all checks of a schema on a value in the order of the reference. Errors of an unchanged value are tolerated
 * (ratcheting).
 */
export const validate = (schema: StructuralSchema, value: Json, spot: Spot): Result =>
  validateAround(schema, value, spot, {})

/** Results that are known already. */
export interface Known {
  /** That of the items or members. */
  readonly inside?: Result
  /** That of anyOf, oneOf, allOf and not. */
  readonly composed?: Result
}

/** Does what `validate` does, with the results that are known already. */
export function validateAround(schema: StructuralSchema, value: Json, spot: Spot, known: Known): Result {
  const result = validateAll(schema, value, spot, known)
  return result.isValid || spot.past?.isEqual !== true ? result : countedOnly(result)
}

function countedOnly({ matches }: Result): Result {
  const result = new Result()
  result.matches = matches
  return result
}

const resultOf = (problem: Problem | null, matches = 0): Result => {
  const result = new Result()
  if (problem !== null) result.add(problem)
  else result.matches = matches
  return result
}

/** Runs all checks. Each applicable check counts as one match, whatever its result. */
function validateAll(schema: StructuralSchema, value: Json, spot: Spot, { inside, composed }: Known): Result {
  const { path } = spot
  const result = new Result()
  const check = (found: Result): void => {
    result.merge(found)
    result.matches += 1
  }
  if (value === null) {
    result.merge(resultOf(typeProblem(schema, value, path), 1))
    result.merge(resultOf(enumProblem(schema, value, path)))
    return result
  }
  if (typesOf(schema).length > 0 || checkedFormatOf(schema) !== '') check(resultOf(typeProblem(schema, value, path), 1))
  check(composed ?? composition(schema, value, path))
  if (typeof value === 'string') {
    check(resultOfAll(textProblems(schema, value, path)))
    if (checkedFormatOf(schema) !== '') check(resultOf(formatProblem(schema, value, path)))
  }
  if (isNumeric(value)) check(resultOfAll(numberProblems(schema, value, path), 1))
  if (Array.isArray(value)) {
    check(inside ?? validateInside(schema, value, spot))
    result.matches += 1
  }
  check(resultOf(enumProblem(schema, value, path)))
  if (isObject(value)) check(inside ?? validateInside(schema, value, spot))
  result.matches += 1
  return result
}

/** Values inside of a composition have no old value: they are validated even if unchanged. [CRD17] */
function composition(schema: StructuralSchema, value: Json, path: string): Result {
  if (!hasComposition(schema)) return matchOnly()
  return doneAtOnce(validateComposition(schema, path, (each) => already(validate(each, value, { path, past: null }))))
}

function matchOnly(): Result {
  const result = new Result()
  result.matches = 1
  return result
}

function resultOfAll(problems: readonly Problem[], matches = 0): Result {
  const result = new Result()
  result.add(...problems)
  result.matches = matches
  return result
}

/** A value inside of another one that is to be validated. */
export interface Inner {
  readonly schema: StructuralSchema
  readonly value: Json
  readonly spot: Spot
}

/** Validates what is inside of a list or object, in order; a problem stands for itself. */
export const stepResult = (step: Inner | Problem): Result =>
  'schema' in step ? validate(step.schema, step.value, step.spot) : resultOf(step)

function validateInside(schema: StructuralSchema, value: Json, spot: Spot): Result {
  const result = new Result()
  for (const step of stepsInside(schema, value, spot)) result.merge(stepResult(step))
  return result
}

/** Returns what there is to validate inside of a list or an object. */
export function stepsInside(schema: StructuralSchema, value: Json, spot: Spot): Iterable<Inner | Problem> {
  if (Array.isArray(value)) return itemSteps(schema, value, spot)
  return isObject(value) ? memberSteps(schema, value, spot) : []
}

/** Steps are made one by one: a list of 60,000 items would keep the garbage collector busy with as many. */
function* itemSteps(
  schema: StructuralSchema,
  value: readonly Json[],
  { path, past }: Spot,
): Generator<Inner | Problem> {
  const items = itemsOf(schema)
  if (items !== null)
    for (const [at, item] of value.entries())
      yield { schema: items, value: item, spot: { path: `${path}[${at}]`, past: past?.index(at) ?? null } }
  yield* countProblems(schema, value.length, { path, of: 'Items' })
}

/** The steps of more members are made one by one, as those of items. [ER8] */
const MANY_MEMBERS = 500

function memberSteps(schema: StructuralSchema, value: JsonObject, spot: Spot): Iterable<Inner | Problem> {
  const names = Object.keys(value).toSorted()
  // The reference stops here if the number of members is wrong.
  const [wrongCount] = countProblems(schema, names.length, { path: spot.path, of: 'Properties' })
  if (wrongCount !== undefined) return [wrongCount]
  if (names.length > MANY_MEMBERS) return manyMemberSteps(schema, { value, names }, spot)
  const steps: (Inner | Problem)[] = []
  for (const name of names) {
    const found = undeclaredStep(schema, value, name, spot)
    if (found !== null) steps.push(found)
  }
  steps.push(...declaredSteps(schema, value, spot))
  return steps
}

function* manyMemberSteps(
  schema: StructuralSchema,
  { value, names }: { readonly value: JsonObject; readonly names: readonly string[] },
  spot: Spot,
): Generator<Inner | Problem> {
  for (const name of names) {
    const found = undeclaredStep(schema, value, name, spot)
    if (found !== null) yield found
  }
  yield* declaredSteps(schema, value, spot)
}

const undeclaredStep = (
  schema: StructuralSchema,
  value: JsonObject,
  name: string,
  spot: Spot,
): Inner | Problem | null =>
  propertyOf(schema, name) === null ? additionalStep(schema, { name, value: own(value, name) ?? null }, spot) : null

function declaredSteps(schema: StructuralSchema, value: JsonObject, spot: Spot): readonly (Inner | Problem)[] {
  const { path } = spot
  const steps: (Inner | Problem)[] = []
  for (const [name, field] of sortedPropertiesOf(schema)) {
    const member = own(value, name)
    if (member === undefined) continue
    const inside = { path: path === '' ? name : `${path}.${name}`, past: pastOf(spot, name) }
    steps.push({ schema: field, value: member, spot: inside })
  }
  for (const name of textsOf(schema.required))
    if (own(value, name) === undefined) steps.push({ type: 'FieldValueRequired', name: `${path}.${name}`, detail: '' })
  return steps
}

/**
 * Returns the old value of a member. The root's type and metadata have none: their errors are never tolerated. [CRD5]
 */
const pastOf = ({ path, past }: Spot, name: string): CorrelatedValue | null =>
  path === '' && ['apiVersion', 'kind', 'metadata'].includes(name) ? null : (past?.key(name) ?? null)

function additionalStep(
  schema: StructuralSchema,
  { name, value }: { readonly name: string; readonly value: Json },
  spot: Spot,
): Inner | Problem | null {
  const path = `${spot.path}.${name}`
  const additional = additionalOf(schema)
  if (schema.additionalProperties === false && name !== '$schema' && name !== 'id')
    return {
      type: 'FieldValueInvalid',
      name: spot.path,
      badValue: name,
      detail: `${path} in body is a forbidden property`,
    }
  return additional === null || additional === true
    ? null
    : { schema: additional, value, spot: { path, past: pastOf(spot, name) } }
}
