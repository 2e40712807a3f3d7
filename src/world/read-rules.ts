import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { AdmissionRule, AuthorizerRule } from '#facts/world-api.ts'

const maxRules = 200

function rows(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw new Error('rules must be a list of objects')
  if (value.length > maxRules) throw new Error(`there are ${value.length} rules, at most ${maxRules} are kept`)
  return value
}

/** Returns the columns of a row that have text; an empty one matches everything. */
function columns<Name extends string>(row: JsonObject, names: readonly Name[]): Partial<Record<Name, string>> {
  const filled = names.flatMap((name) => {
    const value = row[name]
    if (value !== undefined && typeof value !== 'string') throw new Error(`${name} of a rule must be text`)
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(filled) as Partial<Record<Name, string>>
}

function oneOf<Word extends string>(row: JsonObject, name: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === row[name])
  if (word === undefined) throw new Error(`${name} of a rule must be one of ${words.join(', ')}`)
  return word
}

/** @throws Error with the column and the reason */
export const readAuthorizerRules = (value: Json | undefined): readonly AuthorizerRule[] =>
  rows(value).map((row) => ({
    ...columns(row, ['user', 'group', 'verb', 'resource', 'namespace', 'path']),
    decision: oneOf(row, 'decision', ['allow', 'deny', 'no-opinion']),
    reason: textOf(row['reason']),
  }))

/** @throws Error with the column and the reason */
export const readAdmissionRules = (value: Json | undefined): readonly AdmissionRule[] =>
  rows(value).map((row) => {
    const { patch } = row
    if (patch !== undefined && !(Array.isArray(patch) && patch.every(isObject)))
      throw new Error('patch of a rule must be a list of operations')
    return {
      ...columns(row, ['operation', 'resource', 'namespace', 'field', 'value']),
      ...(row['is'] === undefined ? {} : { is: oneOf(row, 'is', ['absent', 'present', 'equal']) }),
      action: oneOf(row, 'action', ['deny', 'warn', 'patch']),
      message: textOf(row['message']),
      ...(patch === undefined ? {} : { patch }),
    }
  })
