import type { DecisionTrial, Replay, WhoCan } from '#facts/config-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { AccessStore } from './access-store.ts'
import { resourceVerbs, toAction } from './access-request.ts'
import { readAuthorizationDraft } from './config-draft.ts'
import { type Call, failureWords, valueOf } from './debug-call.ts'
import { type Identity, identitiesOf, type MadeToken, resourceOf } from './cluster-identities.ts'

/** Dependencies that the actions of the room share. */
export interface Bench {
  readonly lab: Lab
  readonly store: AccessStore
  readonly call: Call
}

export interface DecideOptions {
  /** Uses the draft of the authorization file, and replays the last requests with it. */
  readonly isDraft?: boolean
  /** Calls webhooks even if a cached decision exists. */
  readonly fresh?: boolean
}

/** Requests a decision on the request of the form. */
export async function decide(
  { lab, store, call }: Bench,
  { isDraft = false, fresh = false }: DecideOptions = {},
): Promise<void> {
  const { identityId, tokens, accessRequest, decision } = store.getState()
  const identity = identitiesOf(lab, tokens).find(({ id }) => id === identityId)
  const action =
    identity === undefined || identity.error !== ''
      ? null
      : toAction(accessRequest, resourceOf(lab, accessRequest.resourceId), identity.user)
  if (action === null) return
  const text = isDraft ? readAuthorizationDraft() : null
  const waiting = { type: 'waiting', value: valueOf(decision) } as const
  store.setDecision(waiting)
  store.setBlast(null)
  const isCurrent = (): boolean => store.getState().decision === waiting
  try {
    const trial = await call<DecisionTrial>('POST', '/debug/trials/decision', { text, action, fresh })
    if (isCurrent()) store.setDecision({ type: 'ready', value: { action, trial, isDraft } })
    if (text !== null) {
      const { requests, newlyAllowed, newlyRefused } = await call<Replay>('POST', '/debug/trials/replay', { text })
      store.setBlast({ count: requests.length, newlyAllowed, newlyRefused })
    }
  } catch (error) {
    const message = failureWords(error)
    if (isCurrent()) store.setDecision({ type: 'failed', value: waiting.value, message })
  }
}

/** Requests the decisions on every identity and verb for one resource. */
export async function fillGrid(
  { lab, store, call }: Bench,
  { fresh = false }: Pick<DecideOptions, 'fresh'> = {},
): Promise<void> {
  const { gridResourceId, gridNamespace, tokens, grid } = store.getState()
  const resource = resourceOf(lab, gridResourceId)
  if (resource === undefined) return
  const users = gridUsers(lab, tokens).map(({ user }) => user)
  const actions = gridVerbs(resource).map((verb) => {
    const accessRequest = { isResource: true, verb, resourceId: gridResourceId, subresource: '', name: '', path: '' }
    const { user: _user, ...action } = toAction({ ...accessRequest, namespace: gridNamespace }, resource, noUser) ?? {}
    return action
  })
  const waiting = { type: 'waiting', value: valueOf(grid) } as const
  store.setGrid(waiting)
  const isCurrent = (): boolean => store.getState().grid === waiting
  try {
    const value = await call<WhoCan>('POST', '/debug/trials/who-can', { text: null, users, actions, fresh })
    if (isCurrent()) store.setGrid({ type: 'ready', value })
  } catch (error) {
    if (isCurrent()) store.setGrid({ type: 'failed', value: waiting.value, message: failureWords(error) })
  }
}

const noUser = { name: '', uid: '', groups: [], extra: {} }
const gridUsersMax = 14

/** Returns the rows of the grid: all identities that the server authenticates. */
export const gridUsers = (lab: Lab, tokens: readonly MadeToken[]): readonly Identity[] =>
  identitiesOf(lab, tokens)
    .filter(({ error }) => error === '')
    .slice(0, gridUsersMax)

/** Returns the columns: the verbs of the resource in their usual order. */
export const gridVerbs = ({ verbs }: Pick<WatchableResource, 'verbs'>): readonly string[] =>
  resourceVerbs.filter((verb) => verbs.includes(verb))
