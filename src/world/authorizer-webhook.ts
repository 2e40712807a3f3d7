import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { AuthorizerRule } from '#facts/world-api.ts'

const textOf = (object: JsonObject, name: string): string => {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}

/** Answers a SubjectAccessReview by a rule table, in the version of the request. [WO3] */
export async function answerReview(rules: readonly AuthorizerRule[], request: Request): Promise<Response> {
  const review = (await request.json()) as Json
  const spec = isObject(review) ? review['spec'] : undefined
  if (!isObject(review) || !isObject(spec)) return new Response('no review', { status: 400 })
  const { apiVersion, kind } = review
  const rule = rules.find((each) => fits(each, spec))
  const status = {
    allowed: rule?.decision === 'allow',
    ...(rule?.decision === 'deny' ? { denied: true } : {}),
    ...(rule === undefined || rule.reason === '' ? {} : { reason: rule.reason }),
  }
  return Response.json({ apiVersion, kind, status })
}

const partOf = (spec: JsonObject, name: string): JsonObject => {
  const part = spec[name]
  return isObject(part) ? part : {}
}

function fits(rule: AuthorizerRule, spec: JsonObject): boolean {
  const resource = partOf(spec, 'resourceAttributes')
  const path = partOf(spec, 'nonResourceAttributes')
  const groups = spec['groups'] ?? spec['group']
  const pairs: readonly (readonly [string | undefined, string])[] = [
    [rule.user, textOf(spec, 'user')],
    [rule.verb, textOf(resource, 'verb') + textOf(path, 'verb')],
    [rule.resource, textOf(resource, 'resource')],
    [rule.namespace, textOf(resource, 'namespace')],
    [rule.path, textOf(path, 'path')],
  ]
  const isMember = rule.group === undefined || (Array.isArray(groups) && groups.includes(rule.group))
  return isMember && pairs.every(([wanted, value]) => wanted === undefined || wanted === value)
}
