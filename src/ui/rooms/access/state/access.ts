import type { ConfigKindName, ReloadOutcome, RunningConfigs, TokenTrial } from '#facts/config-api.ts'
import type { Faults, MintedToken, MintRequest, TokenAlgorithm, WorldState } from '#facts/world-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { Refusal } from '#client/refusal.ts'
import { postJson } from '#ui/model/api.ts'
import { vocabularyOf } from '#ui/model/names/vocabulary.ts'
import { type AccessStore, createAccessStore } from './access-store.ts'
import { type Call, callDebug, failureWords, type Loaded, valueOf } from './debug-call.ts'
import { type Bench, decide, type DecideOptions, fillGrid } from './decide.ts'
import type { MadeToken } from './identities.ts'
import { type RuleRow, toRules } from './rule-rows.ts'
import { startConfig, startRoles } from './start-configs.ts'

/** Actions on tokens: mint, try, delete. */
interface TokenActions {
  /** @throws Error with a readable message when the issuer returns no token. */
  mint(issuer: string, request: MintRequest): Promise<MadeToken>
  forgetToken(id: string): void
  /** Repeats the trial of every token with the running configuration. */
  retryTokens(): Promise<void>
}

/** Changes of the simulated world. Each resolves to whether it succeeded; the store has the reason of a failure. */
interface WorldActions {
  rotateKey(issuer: string, alg: TokenAlgorithm): Promise<boolean>
  withdrawKey(issuer: string, kid: string): Promise<boolean>
  saveRules(kind: 'authorizers' | 'admission', name: string, rows: readonly RuleRow[]): Promise<boolean>
  setFaults(name: string, faults: Faults): Promise<boolean>
  forgetTraces(): Promise<boolean>
}

/** The actions of the room. All of them use the server's `/debug/` endpoints. */
export interface Access extends TokenActions, WorldActions {
  readonly store: AccessStore
  /** Reads the running files and the simulated world. */
  load(): Promise<void>
  decide(options?: DecideOptions): Promise<void>
  /** Fills the who-can grid. */
  fillGrid(options?: Pick<DecideOptions, 'fresh'>): Promise<void>
  /** Puts the room's starter file in force. */
  startWith(kind: ConfigKindName): Promise<void>
  /** Withdraws a configuration file, so that the server's defaults apply again. */
  withdraw(kind: ConfigKindName): Promise<void>
}

/** Creates the actions of the room, which send requests as the page itself. */
export function createAccess(lab: Lab): Access {
  const store = createAccessStore()
  const call: Call = (method, path, body) => callDebug(lab.read, method, path, body)
  const bench: Bench = { lab, store, call }
  const loadPart = createLoader()
  const load = async (): Promise<void> => {
    const { configs, world } = store.getState()
    await Promise.all([
      loadPart('configs', {
        get: () => call<RunningConfigs>('GET', '/debug/config'),
        before: configs,
        set: store.setConfigs,
      }),
      loadPart('world', { get: () => call<WorldState>('GET', '/debug/world'), before: world, set: store.setWorld }),
    ])
  }
  const changeFile = async (change: () => Promise<unknown>): Promise<void> => {
    try {
      await change()
      store.setRefusal('')
    } catch (error) {
      store.setRefusal(failureWords(error))
    }
    await load()
  }
  return {
    store,
    load,
    decide: (options) => decide(bench, options),
    fillGrid: (options) => fillGrid(bench, options),
    ...tokenActions(bench),
    ...worldActions(bench),
    withdraw: (kind) => changeFile(() => call<ReloadOutcome>('DELETE', `/debug/config/${kind}`)),
    startWith: (kind) =>
      changeFile(async () => {
        const issuers = valueOf(store.getState().world)?.issuers ?? []
        // Creates roles before the file that uses them, so that nobody is locked out in between.
        if (kind === 'AuthorizationConfiguration') await makeRoles(lab)
        const vocabulary = vocabularyOf(lab.objects.getState())
        await call<ReloadOutcome>('PUT', `/debug/config/${kind}`, startConfig(kind, issuers, vocabulary))
      }),
  }
}

function tokenActions({ store, call }: Bench): TokenActions {
  const trialOf = (token: string): Promise<TokenTrial> =>
    call<TokenTrial>('POST', '/debug/trials/token', { text: null, token })
  return {
    async mint(issuer, request) {
      const path = `/debug/world/issuers/${encodeURIComponent(issuer)}/tokens`
      const { token } = await call<MintedToken>('POST', path, request)
      const made = { id: crypto.randomUUID(), token, issuer, trial: await trialOf(token) }
      store.addToken(made)
      store.chooseIdentity(`token/${made.id}`)
      return made
    },
    forgetToken: (id) => store.forgetToken(id),
    async retryTokens() {
      const { tokens } = store.getState()
      const trials = await Promise.all(tokens.map(({ token }) => trialOf(token)))
      store.setTrials(
        new Map(
          tokens.flatMap(({ id }, at) => {
            const trial = trials[at]
            return trial === undefined ? [] : [[id, trial]]
          }),
        ),
      )
    },
  }
}

function worldActions({ store, call }: Bench): WorldActions {
  /** Changes the simulated world, then reads it again. */
  const change = async (method: string, path: string, body?: () => unknown): Promise<boolean> => {
    try {
      const value = await call<WorldState>(method, `/debug/world/${path}`, body?.())
      store.setWorld({ type: 'ready', value })
      store.setRefusal('')
      return true
    } catch (error) {
      store.setRefusal(failureWords(error))
      return false
    }
  }
  const at = (...words: readonly string[]): string => words.map(encodeURIComponent).join('/')
  return {
    rotateKey: (issuer, alg) => change('POST', at('issuers', issuer, 'keys'), () => ({ alg })),
    withdrawKey: (issuer, kid) => change('DELETE', at('issuers', issuer, 'keys', kid)),
    async saveRules(kind, name, rows) {
      const isSaved = await change('PUT', at(kind, name), () => ({ rules: toRules(rows) }))
      if (isSaved) store.dropRuleDraft(name)
      return isSaved
    },
    setFaults(name, faults) {
      store.setFaults(name, faults)
      return change('PUT', at('faults', name), () => faults)
    },
    forgetTraces: () => change('DELETE', 'traces'),
  }
}

/** Creates the sample's namespace and roles; existing ones are not changed. */
async function makeRoles(lab: Lab): Promise<void> {
  for (const { path, body } of startRoles(vocabularyOf(lab.objects.getState()))) {
    try {
      await postJson(lab.read, path, body)
    } catch (error) {
      if (!(error instanceof Refusal && error.status.reason === 'AlreadyExists')) throw error
    }
  }
}

/**
 * Creates a loader of parts of the state. A response is dropped when the same part was requested again in the meantime.
 */
function createLoader() {
  const turns = new Map<string, number>()
  return async <Value>(
    key: string,
    { get, before, set }: { get(): Promise<Value>; before: Loaded<Value>; set(loaded: Loaded<Value>): void },
  ): Promise<void> => {
    const turn = (turns.get(key) ?? 0) + 1
    turns.set(key, turn)
    let loaded: Loaded<Value>
    try {
      loaded = { type: 'ready', value: await get() }
    } catch (error) {
      loaded = { type: 'failed', value: valueOf(before), message: failureWords(error) }
    }
    if (turns.get(key) === turn) set(loaded)
  }
}
