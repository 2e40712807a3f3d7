import { type Json, type JsonObject, textOf, valueAt } from '#api/json.ts'
import { evaluateExpression } from '#config/evaluate-expression.ts'
import type { ExpressionScope } from '#config/kinds/config-field.ts'
import { readDocument } from '#document/read-document.ts'
import type { TrialAction } from '#facts/config-api.ts'

/** The input of expressions: the claims of the token, or the request, of Try it. */
export interface Sample {
  readonly claims: JsonObject | null
  readonly request: JsonObject | null
}

/**
 * Returns the variable's value for an expression of authenticator `item`; `null` when Try it has no input for it. [CB5]
 */
export function variableFor(text: string, sample: Sample, scope: ExpressionScope, item: number): JsonObject | null {
  if (scope === 'request') return sample.request
  if (scope === 'claims' || sample.claims === null) return sample.claims
  return userOf(text, item, sample.claims)
}

/** Returns the user that an authenticator's mappings produce from claims, as far as they can be evaluated. */
function userOf(text: string, item: number, claims: JsonObject): JsonObject | null {
  const document = readDocument(text)
  if (document.type !== 'document') return null
  const mappings = valueAt(document.value, ['jwt', item, 'claimMappings'])
  if (mappings === undefined) return null
  const username = mapped(valueAt(mappings, ['username']), claims)
  if (typeof username !== 'string') return null
  const groups = mapped(valueAt(mappings, ['groups']), claims)
  const uid = mapped(valueAt(mappings, ['uid']), claims)
  return {
    username,
    uid: textOf(uid),
    groups: groupsOf(groups),
    extra: extraOf(valueAt(mappings, ['extra']), claims),
  }
}

const groupsOf = (value: Json | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((group): group is string => typeof group === 'string')
      : []

/** Returns the value of a claim or expression, with its prefix. */
function mapped(mapping: Json | undefined, claims: JsonObject): Json | undefined {
  const expression = textOf(valueAt(mapping, ['expression']))
  if (expression !== '') return valueOf(expression, claims)
  const claim = textOf(valueAt(mapping, ['claim']))
  const prefix = textOf(valueAt(mapping, ['prefix']))
  const value = claim === '' ? undefined : valueAt(claims, [claim])
  if (typeof value === 'string') return prefix + value
  return Array.isArray(value) ? value.map((each) => `${prefix}${String(each)}`) : value
}

function valueOf(expression: string, claims: JsonObject): Json | undefined {
  const result = evaluateExpression('claims', expression, claims)
  if (result.type === 'error') return undefined
  try {
    return JSON.parse(result.value) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function extraOf(list: Json | undefined, claims: JsonObject): JsonObject {
  if (!Array.isArray(list)) return {}
  return Object.fromEntries(
    list.map((entry) => [
      textOf(valueAt(entry, ['key'])),
      groupsOf(valueOf(textOf(valueAt(entry, ['valueExpression'])), claims)),
    ]),
  )
}

/** Returns the variable `request` of a match condition, in the form of a SubjectAccessReview. */
export function reviewOf({ user, ...action }: TrialAction): JsonObject {
  const { name, groups, uid, extra } = user
  const who = { user: name, groups: [...groups], uid, extra: extra as JsonObject }
  if (!action.isResource) return { ...who, nonResourceAttributes: { path: action.path, verb: action.verb } }
  const { namespace, verb, group, version, resource, subresource, name: object } = action
  return { ...who, resourceAttributes: { namespace, verb, group, version, resource, subresource, name: object } }
}
