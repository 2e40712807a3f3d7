import type { DecisionTrial, Replay, ReplayedRequest, TrialAction } from '#facts/config-api.ts'
import type { ListedAuthorizer } from '#server/auth/authorization-state.ts'
import { type Attributes, type Decision, inTurn } from '#server/auth/authorizer.ts'
import { forbidden } from '#server/auth/forbidden.ts'
import type { PastRequest } from './recent-decisions.ts'
import { traceDecision } from './trace-decision.ts'

/** Returns the decisions of authorizers for an action, and the result of such a request. [LD5] */
export async function tryDecision(
  authorizers: readonly ListedAuthorizer[],
  action: TrialAction,
  monotonicMs: () => number,
): Promise<DecisionTrial> {
  const { steps, decision } = await traceDecision(authorizers, action, monotonicMs)
  return { steps, decision: decision.type, ...outcomeOf(decision, action) }
}

function outcomeOf(decision: Decision, action: Attributes): { readonly code: number; readonly message: string } {
  if (decision.type === 'allowed') return { code: 200, message: '' }
  const at = action.path === '' ? '' : `${JSON.stringify(action.path)}: `
  if (decision.error !== undefined) return { code: 500, message: `Internal Server Error: ${at}${decision.error}` }
  return { code: 403, message: forbidden(action, decision.why).message }
}

const outcome = (isAllowed: boolean): 'allowed' | 'refused' => (isAllowed ? 'allowed' : 'refused')

/** Returns what other authorizers would have decided for past requests. [LD6] */
export async function replay(authorizers: readonly ListedAuthorizer[], past: readonly PastRequest[]): Promise<Replay> {
  const chain = inTurn(authorizers.map(({ authorizer }) => authorizer))
  const requests: ReplayedRequest[] = []
  for (const { timeMs, attributes, isAllowed } of past) {
    // Sequential: webhooks must not receive two hundred concurrent calls.
    const decision = await chain.authorize(attributes)
    const { user, verb, isResource, group, resource, subresource, path, namespace, name } = attributes
    const type = group === '' ? resource : `${resource}.${group}`
    requests.push({
      timeMs,
      user: user.name,
      verb,
      what: isResource ? `${type}${subresource === '' ? '' : `/${subresource}`}` : path,
      namespace,
      name,
      before: outcome(isAllowed),
      after: outcome(decision.type === 'allowed'),
      why: decision.error ?? decision.by ?? decision.why,
    })
  }
  const differing = requests.filter(({ before, after }) => before !== after)
  return {
    requests,
    newlyRefused: differing.filter(({ after }) => after === 'refused').length,
    newlyAllowed: differing.filter(({ after }) => after === 'allowed').length,
  }
}
