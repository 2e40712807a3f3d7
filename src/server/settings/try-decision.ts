import type { DecisionStep, DecisionTrial, Replay, ReplayedRequest, TrialAction, WhoCan } from '#facts/config-api.ts'
import type { ListedAuthorizer } from '#server/auth/authorization-state.ts'
import { type Attributes, type Decision, inTurn } from '#server/auth/authorizer.ts'
import { forbiddenText } from '#server/auth/forbidden.ts'
import type { PastRequest } from './recent-decisions.ts'

/** Asks authorizers in turn and tells what each said; those behind a decision are not asked. [LD5] */
export async function tryDecision(
  authorizers: readonly ListedAuthorizer[],
  action: TrialAction,
  monotonicMs: () => number,
): Promise<DecisionTrial> {
  const steps: DecisionStep[] = []
  const answers: Decision[] = []
  let end: Decision | null = null
  for (const { type, name, authorizer } of authorizers) {
    if (end !== null) {
      steps.push({ type, name, decision: 'not asked', by: '', why: '', error: '', durationMs: 0 })
      continue
    }
    const start = monotonicMs()
    // In turn: a decision ends it.
    const answer = await authorizer.authorize(action)
    const { why, by = why, error = '' } = answer
    steps.push({ type, name, decision: answer.type, by, why, error, durationMs: monotonicMs() - start })
    answers.push(answer)
    if (answer.type !== 'no-opinion') end = answer
  }
  const decision = end ?? (await inTurn(answers.map((answer) => ({ authorize: async () => answer }))).authorize(action))
  return { steps, decision: decision.type, ...outcomeOf(decision, action) }
}

function outcomeOf(decision: Decision, action: Attributes): { readonly code: number; readonly message: string } {
  if (decision.type === 'allowed') return { code: 200, message: '' }
  if (decision.error !== undefined) return { code: 500, message: `Internal Server Error: ${decision.error}` }
  return { code: 403, message: forbiddenText(action, decision.why) }
}

const outcome = (isAllowed: boolean): 'allowed' | 'refused' => (isAllowed ? 'allowed' : 'refused')

/** What other authorizers would have said to requests of the past. [LD6] */
export async function replay(authorizers: readonly ListedAuthorizer[], past: readonly PastRequest[]): Promise<Replay> {
  const chain = inTurn(authorizers.map(({ authorizer }) => authorizer))
  const requests: ReplayedRequest[] = []
  for (const { timeMs, attributes, isAllowed } of past) {
    // In turn: webhooks must not get two hundred calls at once.
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

/** Who may do what: a row for each user, a cell for each action. [LD7] */
export async function whoCan(
  authorizers: readonly ListedAuthorizer[],
  users: readonly TrialAction['user'][],
  actions: readonly Omit<TrialAction, 'user'>[],
): Promise<WhoCan> {
  const chain = inTurn(authorizers.map(({ authorizer }) => authorizer))
  const rows: WhoCan['rows'][number][] = []
  for (const user of users) {
    const cells: WhoCan['rows'][number]['cells'][number][] = []
    for (const action of actions) {
      // In turn, for the sake of webhooks.
      const { type, why, by = why, error } = await chain.authorize({ ...action, user })
      cells.push({ allowed: type === 'allowed', why: error ?? by })
    }
    rows.push({ user: user.name, cells })
  }
  return { rows }
}
