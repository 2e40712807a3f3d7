import type { ConfigKindName, ReloadOutcome, RunningConfigs, TokenTrial } from '#facts/config-api.ts'
import type { Faults, MintedToken, MintRequest, TokenAlgorithm, WorldState } from '#facts/world-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { postJson, RefusedError } from '#ui/model/api.ts'
import { type AccessStore, createAccessStore } from './access-store.ts'
import { type Call, callDebug, failureWords, type Loaded, valueOf } from './debug-call.ts'
import { type Bench, decide, type DecideOptions, fillGrid } from './decide.ts'
import type { MadeToken } from './identities.ts'
import { type RuleRow, toRules } from './rule-rows.ts'
import { startConfig, startRoles } from './start-configs.ts'

const tokensMax = 12

/** Tokens: made, tried, forgotten. */
interface TokenDeeds {
  /** @throws Error in words when no token is to be had. */
  mint(issuer: string, request: MintRequest): Promise<MadeToken>
  forgetToken(id: string): void
  /** Tries every token on the running configuration again. */
  retryTokens(): Promise<void>
}

/** Changes of the simulated world; each tells whether it went well, and the store says why not. */
interface WorldDeeds {
  rotateKey(issuer: string, alg: TokenAlgorithm): Promise<boolean>
  withdrawKey(issuer: string, kid: string): Promise<boolean>
  saveRules(kind: 'authorizers' | 'admission', name: string, rows: readonly RuleRow[]): Promise<boolean>
  setFaults(name: string, faults: Faults): Promise<boolean>
  forgetTraces(): Promise<boolean>
}

/** What the room does: everything goes through the server's `/debug/`. */
export interface Access extends TokenDeeds, WorldDeeds {
  readonly store: AccessStore
  /** Reads the running files and the world. */
  load(): Promise<void>
  decide(options?: DecideOptions): Promise<void>
  /** Fills the who-can grid. */
  fillGrid(options?: Pick<DecideOptions, 'fresh'>): Promise<void>
  /** Puts the file in force that the room offers to begin with. */
  startWith(kind: ConfigKindName): Promise<void>
  /** Ends a configuration: the server's own options decide again. */
  withdraw(kind: ConfigKindName): Promise<void>
}

/** Makes the room's deeds over the page's own reads. */
export function createAccess(lab: Lab): Access {
  const store = createAccessStore()
  const call: Call = (method, path, body) => callDebug(lab.read, method, path, body)
  const bench: Bench = { lab, store, call }
  const fetchInto = createFetchInto(store)
  const load = async (): Promise<void> => {
    await Promise.all([
      fetchInto('configs', () => call<RunningConfigs>('GET', '/debug/config')),
      fetchInto('world', () => call<WorldState>('GET', '/debug/world')),
    ])
  }
  const changeFile = async (deed: () => Promise<unknown>): Promise<void> => {
    try {
      await deed()
      store.setState({ refusal: '' })
    } catch (error) {
      store.setState({ refusal: failureWords(error) })
    }
    await load()
  }
  return {
    store,
    load,
    decide: (options) => decide(bench, options),
    fillGrid: (options) => fillGrid(bench, options),
    ...tokenDeeds(bench),
    ...worldDeeds(bench),
    withdraw: (kind) => changeFile(() => call<ReloadOutcome>('DELETE', `/debug/config/${kind}`)),
    startWith: (kind) =>
      changeFile(async () => {
        const issuers = valueOf(store.getState().world)?.issuers ?? []
        // Roles before the file that asks them, so that nobody is locked out in between.
        if (kind === 'AuthorizationConfiguration') await makeRoles(lab)
        await call<ReloadOutcome>('PUT', `/debug/config/${kind}`, startConfig(kind, issuers))
      }),
  }
}

function tokenDeeds({ store, call }: Bench): TokenDeeds {
  const trialOf = (token: string): Promise<TokenTrial> =>
    call<TokenTrial>('POST', '/debug/trials/token', { text: null, token })
  return {
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
  }
}

function worldDeeds({ store, call }: Bench): WorldDeeds {
  /** Changes the world and shows it as it then is. */
  const change = async (method: string, path: string, body?: () => unknown): Promise<boolean> => {
    try {
      const value = await call<WorldState>(method, `/debug/world/${path}`, body?.())
      store.setState({ world: { type: 'ready', value }, refusal: '' })
      return true
    } catch (error) {
      store.setState({ refusal: failureWords(error) })
      return false
    }
  }
  const at = (...words: readonly string[]): string => words.map(encodeURIComponent).join('/')
  return {
    rotateKey: (issuer, alg) => change('POST', at('issuers', issuer, 'keys'), () => ({ alg })),
    withdrawKey: (issuer, kid) => change('DELETE', at('issuers', issuer, 'keys', kid)),
    async saveRules(kind, name, rows) {
      const isSaved = await change('PUT', at(kind, name), () => ({ rules: toRules(rows) }))
      if (isSaved) store.setState(({ ruleDrafts: { [name]: _saved, ...others } }) => ({ ruleDrafts: others }))
      return isSaved
    },
    setFaults(name, faults) {
      const { world } = store.getState()
      // A switch stays where it was put while the server is told; what it answers then counts.
      if (world.type === 'ready')
        store.setState({
          world: { ...world, value: { ...world.value, faults: { ...world.value.faults, [name]: faults } } },
        })
      return change('PUT', at('faults', name), () => faults)
    },
    forgetTraces: () => change('DELETE', 'traces'),
  }
}

/** Makes the sample's roles; those that are there stay as they are. */
async function makeRoles(lab: Lab): Promise<void> {
  for (const { path, body } of startRoles) {
    try {
      await postJson(lab.read, path, body)
    } catch (error) {
      if (!(error instanceof RefusedError && error.status.reason === 'AlreadyExists')) throw error
    }
  }
}

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
