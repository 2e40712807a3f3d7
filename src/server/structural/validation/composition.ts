import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, isObject } from '#api/json.ts'
import { type StructuralSchema, schemasOf } from '#server/structural/structural-schema.ts'
import { type Problem, Result } from './result.ts'

/** Validates the value by one schema of a composition. */
export type Judge = (schema: StructuralSchema) => Pieces<Result>

export const hasComposition = ({ anyOf, oneOf, allOf, not }: StructuralSchema): boolean =>
  anyOf !== undefined || oneOf !== undefined || allOf !== undefined || not !== undefined

/** Validates the value at the path by anyOf, oneOf, allOf and not of the schema. [CRD17] [ER8] */
export function* validateComposition(schema: StructuralSchema, path: string, judge: Judge): Pieces<Result> {
  const result = new Result()
  if (hasComposition(schema)) {
    yield* validateAnyOf(schemasOf(schema.anyOf), judge, { path, result })
    yield* validateOneOf(schemasOf(schema.oneOf), judge, { path, result })
    yield* validateAllOf(schemasOf(schema.allOf), judge, { path, result })
    yield* validateNot(schema.not, judge, { path, result })
  }
  result.matches += 1
  return result
}

/** Returns the error of a composition, which has no field: the path is part of its text. */
const composed = (path: string, what: string): Problem => ({
  type: 'FieldValueInvalid',
  name: null,
  badValue: '',
  detail: `${JSON.stringify(path)} ${what}`,
})

interface Into {
  readonly path: string
  readonly result: Result
}

function* judgeEach(schemas: readonly StructuralSchema[], judge: Judge): Pieces<readonly Result[]> {
  const results: Result[] = []
  for (const each of schemas) results.push(yield* judge(each))
  return results
}

/** Returns the first alternative with the most matches. */
const closest = (results: readonly Result[]): Result =>
  results.reduce((best, each) => (each.matches > best.matches ? each : best))

function* validateAnyOf(alternatives: readonly StructuralSchema[], judge: Judge, { path, result }: Into): Pieces<void> {
  if (alternatives.length === 0) return
  const failures: Result[] = []
  for (const each of alternatives) {
    const found = yield* judge(each)
    if (found.isValid) return result.merge(found)
    failures.push(found)
  }
  result.add(composed(path, 'must validate at least one schema (anyOf)'))
  result.merge(closest(failures))
}

function* validateOneOf(alternatives: readonly StructuralSchema[], judge: Judge, { path, result }: Into): Pieces<void> {
  if (alternatives.length === 0) return
  const found = yield* judgeEach(alternatives, judge)
  const [first, ...others] = found.filter(({ isValid }) => isValid)
  if (first !== undefined && others.length === 0) return result.merge(first)
  const count = first === undefined ? 0 : others.length + 1
  const summary = count === 0 ? 'Found none valid' : `Found ${count} valid alternatives`
  result.add(composed(path, `must validate one and only one schema (oneOf). ${summary}`))
  if (count === 0) result.merge(closest(found))
}

function* validateAllOf(schemas: readonly StructuralSchema[], judge: Judge, { path, result }: Into): Pieces<void> {
  const found = yield* judgeEach(schemas, judge)
  const validCount = found.filter(({ isValid }) => isValid).length
  for (const each of found) result.merge(each)
  if (validCount < found.length)
    result.add(composed(path, `must validate all the schemas (allOf)${validCount === 0 ? '. None validated' : ''}`))
}

function* validateNot(schema: Json | undefined, judge: Judge, { path, result }: Into): Pieces<void> {
  if (isObject(schema) && (yield* judge(schema)).isValid)
    result.add(composed(path, 'must not validate the schema (not)'))
}
