import type { StoreApi } from 'zustand/vanilla'
import type { DecisionTrial, RunningConfigs, TrialAction, WhoCan } from '#facts/config-api.ts'
import type { Faults, WorldState } from '#facts/world-api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { type AccessRequest, initialAccessRequest, resourceVerbs } from './access-request.ts'
import type { Loaded } from './debug-call.ts'
import type { MadeToken } from './identities.ts'
import type { RuleRow } from './rule-rows.ts'

export type SideTab = 'identities' | 'who-can' | 'world' | 'traces'

/** One decision with its request. */
export interface Decided {
  readonly action: TrialAction
  readonly trial: DecisionTrial
  /** True for a decision with the draft of the authorization file. */
  readonly isDraft: boolean
}

/** The effect of the draft on past requests. */
export interface Blast {
  readonly count: number
  readonly newlyRefused: number
  readonly newlyAllowed: number
}

/** The part of the state that survives a reload. */
interface Kept {
  readonly identityId: string
  readonly accessRequest: AccessRequest
  readonly tokens: readonly MadeToken[]
  readonly side: SideTab
  /** Resource and namespace of the who-can grid. */
  readonly gridResourceId: string
  readonly gridNamespace: string
  /** Edited claims by issuer. */
  readonly claims: Readonly<Record<string, string>>
  /** Edited but unsaved rule tables, by party. */
  readonly ruleDrafts: Readonly<Record<string, readonly RuleRow[]>>
}

export interface AccessState extends Kept {
  readonly configs: Loaded<RunningConfigs>
  readonly world: Loaded<WorldState>
  readonly decision: Loaded<Decided>
  readonly blast: Blast | null
  readonly grid: Loaded<WhoCan>
  readonly marked: { readonly row: number; readonly column: number }
  readonly isMinting: boolean
  /** Party whose rules or faults are open. */
  readonly party: string | null
  /** The server's message when it refused the last change of the simulated world; `''` for none. */
  readonly refusal: string
}

/** Changes by user input. */
interface ChoiceVerbs {
  chooseIdentity(id: string): void
  changeAccessRequest(part: Partial<AccessRequest>): void
  showSide(side: SideTab): void
  chooseGridResource(id: string): void
  chooseGridNamespace(name: string): void
  /** Moves the focus of the who-can grid. */
  mark(cell: AccessState['marked']): void
  openMintForm(): void
  closeMintForm(): void
  setClaims(issuer: string, claims: string): void
  setRuleDraft(party: string, rows: readonly RuleRow[]): void
  dropRuleDraft(party: string): void
  /** Opens the rules or faults of one party; `null` closes them. */
  openParty(party: string | null): void
}

/** Changes by responses of the server. */
interface AnswerVerbs {
  setConfigs(configs: Loaded<RunningConfigs>): void
  setWorld(world: Loaded<WorldState>): void
  /** Shows the user's setting of a fault until the server responds. */
  setFaults(party: string, faults: Faults): void
  setRefusal(refusal: string): void
  setDecision(decision: Loaded<Decided>): void
  setBlast(blast: Blast | null): void
  setGrid(grid: Loaded<WhoCan>): void
  /** Adds a token and drops the oldest ones. */
  addToken(token: MadeToken): void
  forgetToken(id: string): void
  /** Replaces the trial results of tokens, by token id. */
  setTrials(trials: ReadonlyMap<string, MadeToken['trial']>): void
}

export type AccessStore = ReadableStore<AccessState> & ChoiceVerbs & AnswerVerbs

const TOKENS_MAX = 12

const first: Kept = {
  identityId: 'session/alice',
  accessRequest: initialAccessRequest,
  tokens: [],
  side: 'who-can',
  gridResourceId: 'v1.configmaps',
  gridNamespace: 'shop',
  claims: {},
  ruleDrafts: {},
}

const keptOf = (state: AccessState): Kept => ({
  identityId: state.identityId,
  accessRequest: state.accessRequest,
  tokens: state.tokens,
  side: state.side,
  gridResourceId: state.gridResourceId,
  gridNamespace: state.gridNamespace,
  claims: state.claims,
  ruleDrafts: state.ruleDrafts,
})

const savedKey = 'access'

const choiceVerbs = ({ setState }: StoreApi<AccessState>): ChoiceVerbs => ({
  chooseIdentity: (identityId) => setState({ identityId }),
  changeAccessRequest: (part) => setState(({ accessRequest }) => ({ accessRequest: { ...accessRequest, ...part } })),
  showSide: (side) => setState({ side }),
  chooseGridResource: (gridResourceId) => setState({ gridResourceId }),
  chooseGridNamespace: (gridNamespace) => setState({ gridNamespace }),
  mark: (marked) => setState({ marked }),
  openMintForm: () => setState({ isMinting: true }),
  closeMintForm: () => setState({ isMinting: false }),
  setClaims: (issuer, text) => setState(({ claims }) => ({ claims: { ...claims, [issuer]: text } })),
  setRuleDraft: (party, rows) => setState(({ ruleDrafts }) => ({ ruleDrafts: { ...ruleDrafts, [party]: rows } })),
  dropRuleDraft: (party) => setState(({ ruleDrafts: { [party]: _dropped, ...others } }) => ({ ruleDrafts: others })),
  openParty: (party) => setState({ party }),
})

const answerVerbs = ({ setState }: StoreApi<AccessState>): AnswerVerbs => ({
  setConfigs: (configs) => setState({ configs }),
  setWorld: (world) => setState({ world }),
  setFaults: (party, faults) =>
    setState(({ world }) =>
      world.type === 'ready'
        ? { world: { ...world, value: { ...world.value, faults: { ...world.value.faults, [party]: faults } } } }
        : {},
    ),
  setRefusal: (refusal) => setState({ refusal }),
  setDecision: (decision) => setState({ decision }),
  setBlast: (blast) => setState({ blast }),
  setGrid: (grid) => setState({ grid }),
  addToken: (token) => setState(({ tokens }) => ({ tokens: [...tokens, token].slice(-TOKENS_MAX) })),
  forgetToken: (id) => setState(({ tokens }) => ({ tokens: tokens.filter((each) => each.id !== id) })),
  setTrials: (trials) =>
    setState(({ tokens }) => ({
      tokens: tokens.map((each) => ({ ...each, trial: trials.get(each.id) ?? each.trial })),
    })),
})

/** Creates the store of the room. Input and minted tokens survive a reload. [AR13] */
export function createAccessStore(): AccessStore {
  const kept = readSaved(savedKey, first)
  const initial: AccessState = {
    ...kept,
    configs: { type: 'none' },
    world: { type: 'none' },
    decision: { type: 'none' },
    blast: null,
    grid: { type: 'none' },
    // The cell of the request in the form, so that the grid and the trace speak of one decision.
    marked: {
      row: 0,
      column: Math.max(
        0,
        resourceVerbs.findIndex((verb) => verb === kept.accessRequest.verb),
      ),
    },
    isMinting: false,
    party: null,
    refusal: '',
  }
  const store = createOwnedStore(initial, (own) => ({ ...choiceVerbs(own), ...answerVerbs(own) }))
  store.subscribe((state, before) => {
    const now = keptOf(state)
    const old = keptOf(before)
    if ((Object.keys(now) as (keyof Kept)[]).some((key) => now[key] !== old[key])) save(savedKey, now)
  })
  return store
}
