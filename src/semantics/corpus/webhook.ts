import { deepEqual, type Json, type JsonObject, textOf } from '#api/json.ts'
import { celExpressions } from '#config/rules/cel-expressions.ts'
import type { Attributes, Decision } from '#server/auth/authorizer.ts'
import { compileExpression } from '#server/settings/compile-expression.ts'
import { webhookAuthorizer } from '#server/auth/webhook/webhook-authorizer.ts'
import type { WebhookConfig } from '#server/auth/webhook/webhook-config.ts'
import { frozenClock } from '#testing/frozen-clock.ts'
import { passTimeOn } from '#testing/pass-time.ts'
import { webhookConfig } from '#testing/webhook-config.ts'
import { type Family, judge, type Outcome, readCases } from './family.ts'

interface WebhookCase {
  readonly id: string
  readonly version: 'v1' | 'v1beta1'
  readonly failurePolicy: 'NoOpinion' | 'Deny'
  readonly matchConditions: readonly string[]
  readonly authorizedTTL: string
  readonly unauthorizedTTL: string
  readonly expect?: { readonly configErrors: readonly { readonly path: string }[] }
  readonly steps: readonly Step[]
}

interface Step {
  readonly advanceMs?: number
  readonly attributes: JsonObject & { readonly user?: JsonObject }
  /** The responses in order; the last one is repeated. */
  readonly respond: readonly { status?: number; body?: string; headers?: Record<string, string>; reset?: boolean }[]
  readonly expect: {
    readonly decision: 'Allow' | 'Deny' | 'NoOpinion'
    readonly calls: number
    readonly error?: boolean
    readonly reason?: string
    readonly request?: { readonly path: string; readonly body: JsonObject }
  }
}

export const webhook: Family = {
  name: 'webhook',
  async run(dir) {
    const cases = readCases<readonly WebhookCase[]>(dir, 'config/webhook.json')
    if (cases === null) return null
    const outcomes: Outcome[] = []
    for (const each of cases) outcomes.push(await tryCase(each))
    return outcomes
  },
}

async function tryCase(each: WebhookCase): Promise<Outcome> {
  const compiled = each.matchConditions.map((text, at) => {
    const checked = celExpressions.compile('request', text)
    const isBool = checked.type === 'checked' && checked.resultType === 'bool'
    return isBool ? compileExpression('request', text) : { path: `matchConditions[${at}].expression` }
  })
  const wrong = compiled.flatMap((one) => ('path' in one ? [{ path: one.path }] : []))
  if (each.expect !== undefined)
    return judge(
      each.id,
      wrong,
      each.expect.configErrors.map(({ path }) => ({ path })),
    )
  const matchConditions = compiled.flatMap((one) => ('path' in one ? [] : [one]))
  return runSteps(each, webhookConfig({ ...settingsOf(each), matchConditions }))
}

const settingsOf = ({ version, failurePolicy, authorizedTTL, unauthorizedTTL }: WebhookCase) => ({
  version,
  failurePolicy,
  authorizedTtlMs: Number.parseInt(authorizedTTL, 10),
  unauthorizedTtlMs: Number.parseInt(unauthorizedTTL, 10),
})

async function runSteps(each: WebhookCase, config: WebhookConfig): Promise<Outcome> {
  const clock = frozenClock()
  let respond: Step['respond'] = []
  let requests: Request[] = []
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request.clone())
    const answer = respond[Math.min(requests.length, respond.length) - 1]
    if (answer === undefined || answer.reset === true) throw new Error('read: connection reset by peer')
    return new Response(answer.body ?? '', { status: answer.status ?? 200, headers: answer.headers ?? {} })
  }
  const authorizer = webhookAuthorizer({ outbound: { clock, fetch }, config, chance: () => 0 })
  for (const [at, step] of each.steps.entries()) {
    requests = []
    ;({ respond } = step)
    clock.advance(step.advanceMs ?? 0)
    // Sequential: each step depends on the state after the previous one.
    const decision = await passTimeOn(
      clock,
      authorizer.authorize(toAttributes(step.attributes)),
      // Much shorter than any cache duration, so that only pauses between attempts pass.
      1,
    )
    const outcome = await judgeStep(`${each.id}#${at}`, step.expect, decision, requests)
    if (outcome.result !== 'passed') return { ...outcome, id: each.id }
  }
  return { id: each.id, result: 'passed' }
}

async function judgeStep(
  id: string,
  expected: Step['expect'],
  decision: Decision,
  requests: readonly Request[],
): Promise<Outcome> {
  const words = { allowed: 'Allow', denied: 'Deny', 'no-opinion': 'NoOpinion' } as const
  const got = { decision: words[decision.type], calls: requests.length, error: decision.error !== undefined }
  const wanted = { decision: expected.decision, calls: expected.calls, error: expected.error === true }
  const outcome = judge(id, got, wanted)
  if (outcome.result !== 'passed') return outcome
  if (expected.reason !== undefined && expected.reason !== decision.why) return judge(id, decision.why, expected.reason)
  const [request] = requests
  if (expected.request === undefined || request === undefined) return outcome
  const { pathname, search } = new URL(request.url)
  const sent = (await request.json()) as Json
  return pathname + search === expected.request.path && deepEqual(sent, expected.request.body)
    ? outcome
    : judge(id, { path: pathname + search, body: sent }, { path: expected.request.path, body: expected.request.body })
}

function toAttributes(given: Step['attributes']): Attributes {
  const user = given.user ?? {}
  return {
    isResource: given['resource'] === true,
    verb: textOf(given['verb']),
    namespace: textOf(given['namespace']),
    group: textOf(given['apiGroup']),
    version: textOf(given['apiVersion']),
    resource: textOf(given['resourceName']),
    subresource: textOf(given['subresource']),
    name: textOf(given['name']),
    path: textOf(given['path']),
    user: {
      name: textOf(user['username']),
      uid: textOf(user['uid']),
      groups: (user['groups'] ?? []) as string[],
      extra: (user['extra'] ?? {}) as Record<string, string[]>,
    },
  }
}
