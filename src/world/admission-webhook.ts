import { isObject, type Json, type JsonObject, valueAt } from '#api/json.ts'
import type { AdmissionRule } from '#facts/world-api.ts'
import { encodeBase64 } from '#go/base64.ts'

/**
 * Answers an AdmissionReview by a rule table: the first denial ends it; warnings and patches of all matching rules
 * are combined. [WO4]
 */
export async function answerAdmission(rules: readonly AdmissionRule[], request: Request): Promise<Response> {
  const review = (await request.json()) as Json
  const asked = isObject(review) ? review['request'] : undefined
  if (!isObject(review) || !isObject(asked)) return new Response('no review', { status: 400 })
  const fitting = rules.filter((rule) => fits(rule, asked))
  const denial = fitting.find(({ action }) => action === 'deny')
  const warnings = fitting.filter(({ action }) => action === 'warn').map(({ message }) => message)
  const patch = fitting.flatMap((rule) => (rule.action === 'patch' ? (rule.patch ?? []) : []))
  const { apiVersion, kind } = review
  const response = {
    uid: asked['uid'],
    allowed: denial === undefined,
    ...(denial === undefined ? {} : { status: { code: 403, message: denial.message } }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(denial === undefined && patch.length > 0
      ? { patchType: 'JSONPatch', patch: toBase64(JSON.stringify(patch)) }
      : {}),
  }
  return Response.json({ apiVersion, kind, response })
}

const toBase64 = (text: string): string => encodeBase64(new TextEncoder().encode(text))

function fits(rule: AdmissionRule, asked: JsonObject): boolean {
  const resource = isObject(asked['resource']) ? asked['resource']['resource'] : ''
  const is = (wanted: string | undefined, value: Json | undefined): boolean => wanted === undefined || wanted === value
  return (
    is(rule.operation, asked['operation']) &&
    is(rule.resource, resource) &&
    is(rule.namespace, asked['namespace']) &&
    fieldFits(rule, isObject(asked['object']) ? asked['object'] : {})
  )
}

function fieldFits({ field, is = 'present', value }: AdmissionRule, object: JsonObject): boolean {
  if (field === undefined) return true
  const found = valueAt(object, field.split('.'))
  if (is === 'absent') return found === undefined
  return is === 'present' ? found !== undefined : String(found) === value
}
