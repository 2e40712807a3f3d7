import type {
  ConfigKindName,
  DecisionTrial,
  ReloadOutcome,
  Replay,
  RunningConfigs,
  TokenTrial,
  WhoCan,
} from '#facts/config-api.ts'
import type { Faults, MintedToken, MintRequest, TokenAlgorithm, WorldState } from '#facts/world-api.ts'
import type { Lab } from '../../lab.ts'
import { people } from '../../stores/actor.ts'
import { ghostWriterActor } from '../../stores/ghost-writer.ts'
import type { WatchableResource } from '../../stores/discovery.ts'
import { type AccessStore, createAccessStore } from './access-store.ts'
import { resourceVerbs, toAction } from './ask.ts'
import { callDebug, failureWords, type Loaded, valueOf } from './debug-call.ts'
import { type Identity, listIdentities, type MadeToken } from './identities.ts'
import { readAuthorizationDraft } from './config-draft.ts'
import { type RuleRow, toRules } from './rule-rows.ts'
import { startConfig } from './start-configs.ts'

const tokensMax = 12

/** What the room does: everything goes through the server's `/debug/`. */
export interface Access {
  readonly store: AccessStore
  /** Reads the running files and the world. */
  load(): Promise<void>
  decide(options?: { readonly isDraft?: boolean; readonly fresh?: boolean }): Promise<void>
  /** Fills the who-can grid. */
  fillGrid(options?: { readonly fresh?: boolean }): Promise<void>
  /** @throws Error in words when no token is to be had. */
  mint(issuer: string, request: MintRequest): Promise<MadeToken>
  forgetToken(id: string): void
  /** Tries every token on the running configuration again. */
  retryTokens(): Promise<void>
  rotateKey(issuer: string, alg: TokenAlgorithm): Promise<boolean>
  withdrawKey(issuer: string, kid: string): Promise<boolean>
  saveRules(kind: 'authorizers' | 'admission', name: string, rows: readonly RuleRow[]): Promise<boolean>
  setFaults(name: string, faults: Faults): Promise<boolean>
  forgetTraces(): Promise<boolean>
  /** Puts the file in force that the room offers to begin with. */
  startWith(kind: ConfigKindName): Promise<void>
}

/** Users of requests and writes, as far as the page has heard. */
export function seenUsers(lab: Lab): readonly string[] {
  const { requests, rows } = lab.cluster.getState()
  return [...new Set([...requests, ...rows].map(({ actor }) => actor))].filter((name) => name !== '').toSorted()
}

export function identitiesOf(lab: Lab, tokens: readonly MadeToken[]): readonly Identity[] {
  const acting = lab.actor.getState()
  const isToken = tokens.some(({ token }) => token === acting.token)
  const known = isToken || people.some(({ name }) => name === acting.name) ? [] : [acting]
  const accounts = [...(lab.objects.getState().collections.get('v1.serviceaccounts')?.items.values() ?? [])]
  return listIdentities({
    people: [...people, ...known, ghostWriterActor],
    seen: seenUsers(lab),
    accounts: accounts.map(({ metadata: { namespace = '', name = '' } }) => ({ namespace, name })),
    tokens,
  })
}

export const resourceOf = (lab: Lab, id: string): WatchableResource | undefined =>
  lab.objects.getState().collections.get(id)?.resource

/** Makes the room's deeds over the page's own reads. */
export function createAccess(lab: Lab): Access {
  const store = createAccessStore()
  const call = <Value>(method: string, path: string, body?: unknown): Promise<Value> =>
    callDebug<Value>(lab.read, method, path, body)
  const fetchInto = createFetchInto(store)
  const trialOf = (token: string): Promise<TokenTrial> =>
    call<TokenTrial>('POST', '/debug/trials/token', { text: null, token })
  const access: Access = {
    store,
    async load() {
      await Promise.all([
        fetchInto('configs', () => call<RunningConfigs>('GET', '/debug/config')),
        fetchInto('world', () => call<WorldState>('GET', '/debug/world')),
      ])
    },
    decide: (options) => decide(lab, store, call, options),
    fillGrid: (options) => fillGrid(lab, store, call, options),
    async mint(issuer, request) {
      const path = `/debug/world/issuers/${encodeURIComponent(issuer)}/tokens`
      const { token } = await call<MintedToken>('POST', path, request)
      const made = { id: crypto.randomUUID(), token, issuer, trial: await trialOf(token) }
      store.setState(({ tokens }) => ({ tokens: [...tokens, made].slice(-tokensMax), identityId: `token/${made.id}` }))
      return made
    },
    forgetToken: (id) => store.setState(({ tokens }) => ({ tokens: tokens.filter((each) => each.id !== id) })),
    async retryTokens() {
      const { tokens } = store.getState()
      const trials = await Promise.all(tokens.map(({ token }) => trialOf(token)))
      const found = new Map(tokens.map(({ id }, at) => [id, trials[at]]))
      store.setState((state) => ({
        tokens: state.tokens.map((each) => ({ ...each, trial: found.get(each.id) ?? each.trial })),
      }))
    },
    rotateKey: (issuer, alg) => change(store, call, 'POST', `issuers/${encodeURIComponent(issuer)}/keys`, { alg }),
    withdrawKey: (issuer, kid) =>
      change(store, call, 'DELETE', `issuers/${encodeURIComponent(issuer)}/keys/${encodeURIComponent(kid)}`),
    async saveRules(kind, name, rows) {
      const isSaved = await change(store, call, 'PUT', `${kind}/${encodeURIComponent(name)}`, () => ({
        rules: toRules(rows),
      }))
      if (isSaved)
        store.setState(({ ruleDrafts }) => {
          const { [name]: _saved, ...others } = ruleDrafts
          return { ruleDrafts: others }
        })
      return isSaved
    },
    setFaults: (name, faults) => change(store, call, 'PUT', `faults/${encodeURIComponent(name)}`, faults),
    forgetTraces: () => change(store, call, 'DELETE', 'traces'),
    async startWith(kind) {
      const issuers = valueOf(store.getState().world)?.issuers ?? []
      try {
        await call<ReloadOutcome>('PUT', `/debug/config/${kind}`, startConfig(kind, issuers))
        store.setState({ refusal: '' })
      } catch (error) {
        store.setState({ refusal: failureWords(error) })
      }
      await access.load()
    },
  }
  return access
}

type Call = <Value>(method: string, path: string, body?: unknown) => Promise<Value>

/** Fills one part of the state; an answer that comes after a newer question is dropped. */
function createFetchInto(store: AccessStore) {
  const turns = new Map<string, number>()
  return async <Key extends 'configs' | 'world'>(key: Key, get: () => Promise<unknown>): Promise<void> => {
    const turn = (turns.get(key) ?? 0) + 1
    turns.set(key, turn)
    const before = valueOf(store.getState()[key] as Loaded<unknown>)
    let loaded: Loaded<unknown>
    try {
      loaded = { type: 'ready', value: await get() }
    } catch (error) {
      loaded = { type: 'failed', value: before, message: failureWords(error) }
    }
    if (turns.get(key) === turn) store.setState({ [key]: loaded })
  }
}

/** Changes the world and shows it as it then is; tells whether it went well. */
async function change(
  store: AccessStore,
  call: Call,
  method: string,
  path: string,
  body?: unknown,
): Promise<boolean> {
  try {
    const sent: unknown = typeof body === 'function' ? (body as () => unknown)() : body
    const value = await call<WorldState>(method, `/debug/world/${path}`, sent)
    store.setState({ world: { type: 'ready', value }, refusal: '' })
    return true
  } catch (error) {
    store.setState({ refusal: failureWords(error) })
    return false
  }
}

async function decide(
  lab: Lab,
  store: AccessStore,
  call: Call,
  { isDraft = false, fresh = false }: { readonly isDraft?: boolean; readonly fresh?: boolean } = {},
): Promise<void> {
  const { identityId, tokens, ask, decision } = store.getState()
  const identity = identitiesOf(lab, tokens).find(({ id }) => id === identityId)
  const action =
    identity === undefined || identity.error !== ''
      ? null
      : toAction(ask, resourceOf(lab, ask.resourceId), identity.user)
  if (action === null) return
  const text = isDraft ? readAuthorizationDraft() : null
  const waiting = { type: 'waiting', value: valueOf(decision) } as const
  store.setState({ decision: waiting, blast: null })
  const isCurrent = (): boolean => store.getState().decision === waiting
  try {
    const trial = await call<DecisionTrial>('POST', '/debug/trials/decision', { text, action, fresh })
    if (isCurrent()) store.setState({ decision: { type: 'ready', value: { action, trial, isDraft } } })
    if (text !== null) {
      const { requests, newlyAllowed, newlyRefused } = await call<Replay>('POST', '/debug/trials/replay', { text })
      store.setState({ blast: { count: requests.length, newlyAllowed, newlyRefused } })
    }
  } catch (error) {
    const message = failureWords(error)
    if (isCurrent()) store.setState({ decision: { type: 'failed', value: waiting.value, message } })
  }
}

async function fillGrid(
  lab: Lab,
  store: AccessStore,
  call: Call,
  { fresh = false }: { readonly fresh?: boolean } = {},
): Promise<void> {
  const { gridResourceId, gridNamespace, tokens, grid } = store.getState()
  const resource = resourceOf(lab, gridResourceId)
  if (resource === undefined) return
  const users = gridUsers(lab, tokens).map(({ user }) => user)
  const actions = gridVerbs(resource).map((verb) => {
    const ask = { isResource: true, verb, resourceId: gridResourceId, subresource: '', name: '', path: '' }
    const { user: _user, ...action } = toAction({ ...ask, namespace: gridNamespace }, resource, noUser) ?? {}
    return action
  })
  const waiting = { type: 'waiting', value: valueOf(grid) } as const
  store.setState({ grid: waiting })
  const isCurrent = (): boolean => store.getState().grid === waiting
  try {
    const value = await call<WhoCan>('POST', '/debug/trials/who-can', { text: null, users, actions, fresh })
    if (isCurrent()) store.setState({ grid: { type: 'ready', value } })
  } catch (error) {
    if (isCurrent()) store.setState({ grid: { type: 'failed', value: waiting.value, message: failureWords(error) } })
  }
}

const noUser = { name: '', uid: '', groups: [], extra: {} }
const gridUsersMax = 14

/** Whom the grid has a row for: all whom the server would let in. */
export const gridUsers = (lab: Lab, tokens: readonly MadeToken[]): readonly Identity[] =>
  identitiesOf(lab, tokens)
    .filter(({ error }) => error === '')
    .slice(0, gridUsersMax)

/** The columns: the verbs that the resource is served with, in their usual order. */
export const gridVerbs = ({ verbs }: Pick<WatchableResource, 'verbs'>): readonly string[] =>
  resourceVerbs.filter((verb) => verbs.includes(verb))
