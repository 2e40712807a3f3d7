import type { ConditionTrial, DecisionStep, GrantTrial, ReviewTrial } from '#facts/config-api.ts'
import type { ListedAuthorizer } from '#server/auth/authorization-state.ts'
import { type Attributes, type Decision, inTurn } from '#server/auth/authorizer.ts'

export interface TracedDecision {
  readonly steps: readonly DecisionStep[]
  readonly decision: Decision
}

/** Webhooks, by name, that gave no verdict earlier in the same evaluation: they are not called again. */
export type Silent = Map<string, Decision>

/** Calls authorizers in turn and records the steps of each. Those after a decision are not called. [LD5] */
export async function traceDecision(
  authorizers: readonly ListedAuthorizer[],
  action: Attributes,
  monotonicMs: () => number,
  silent: Silent = new Map(),
): Promise<TracedDecision> {
  const steps: DecisionStep[] = []
  const answers: Decision[] = []
  let end: Decision | null = null
  for (const listed of authorizers) {
    if (end !== null) {
      steps.push(notAsked(listed))
      continue
    }
    // Sequential: a decision ends the loop.
    const { step, answer } = await askOne(listed, action, monotonicMs, silent)
    steps.push(step)
    answers.push(answer)
    if (answer.type !== 'no-opinion') end = answer
  }
  // Without a decision, the result is computed as for requests.
  const decision = end ?? (await inTurn(answers.map((answer) => ({ authorize: async () => answer }))).authorize(action))
  return { steps, decision }
}

const notAsked = ({ type, name }: ListedAuthorizer): DecisionStep => ({
  type,
  name,
  decision: 'not asked',
  by: '',
  why: '',
  error: '',
  durationMs: 0,
  conditions: [],
  review: null,
  grants: null,
})

async function askOne(
  { type, name, authorizer }: ListedAuthorizer,
  action: Attributes,
  monotonicMs: () => number,
  silent: Silent,
): Promise<{ readonly step: DecisionStep; readonly answer: Decision }> {
  const conditions: ConditionTrial[] = []
  const grants: GrantTrial[] = []
  const reviews: ReviewTrial[] = []
  const start = monotonicMs()
  const known = silent.get(name)
  const answer =
    known ??
    (await authorizer.authorize(action, {
      onEvent(event) {
        if (event.type === 'condition') conditions.push(event.condition)
        else if (event.type === 'grant') grants.push(event.grant)
        else reviews.push(event.review)
      },
    }))
  const [review = null] = reviews
  if (review !== null && review.answer === null) silent.set(name, answer)
  const { why, by = why, error = '' } = answer
  const durationMs = monotonicMs() - start
  const trials = { conditions, review, grants: type === 'RBAC' || grants.length > 0 ? grants : null }
  return { answer, step: { type, name, decision: answer.type, by, why, error, durationMs, ...trials } }
}
