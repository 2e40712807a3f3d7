import type { DecisionStep, TrialAction, WhoCan, WhoCanCell } from '#facts/config-api.ts'
import type { ListedAuthorizer } from '#server/auth/authorization-state.ts'
import { type Silent, type TracedDecision, traceDecision } from './trace-decision.ts'

/**
 * Returns a matrix of users and actions with their decisions. A webhook that gave no verdict once is not called
 * again. [LD7]
 */
export async function whoCan(
  authorizers: readonly ListedAuthorizer[],
  users: readonly TrialAction['user'][],
  actions: readonly Omit<TrialAction, 'user'>[],
): Promise<WhoCan> {
  const silent: Silent = new Map()
  const rows: WhoCan['rows'][number][] = []
  for (const user of users) {
    const cells: WhoCanCell[] = []
    for (const action of actions) {
      // Sequential, to limit the load on webhooks.
      const traced = await traceDecision(authorizers, { ...action, user }, () => 0, silent)
      cells.push(toCell(traced, action.verb))
    }
    rows.push({ user: user.name, cells })
  }
  return { rows }
}

function toCell({ steps, decision }: TracedDecision, verb: string): WhoCanCell {
  const decider = steps.find((step) => step.decision === 'allowed' || step.decision === 'denied')
  const names = decider === undefined ? namesOf(steps, verb) : []
  return {
    allowed: decision.type === 'allowed',
    outcome: outcomeOf({ steps, decision }, names),
    why: decision.error ?? decision.by ?? decision.why,
    type: decider?.type ?? '',
    authorizer: decider?.name ?? '',
    names,
    isCached: steps.some(({ review }) => review?.isCached === true),
  }
}

function outcomeOf({ decision }: TracedDecision, names: readonly string[]): WhoCanCell['outcome'] {
  if (decision.type === 'allowed') return 'allowed'
  if (decision.error !== undefined) return 'failed'
  if (decision.type === 'denied') return 'denied'
  return names.length > 0 ? 'some-names' : 'no-rule'
}

/** Verbs whose requests have no object name that a rule could match. */
const nameless: ReadonlySet<string> = new Set(['create', 'deletecollection'])

/** Returns the object names for which roles would allow the action. */
function namesOf(steps: readonly DecisionStep[], verb: string): readonly string[] {
  if (nameless.has(verb)) return []
  const rules = steps.flatMap(({ grants }) => grants ?? []).flatMap((grant) => grant.rules)
  const near = rules.filter(({ misses }) => misses.length === 1 && misses[0] === 'name')
  return [...new Set(near.flatMap((rule) => rule.names))]
}
