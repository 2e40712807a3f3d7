import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DecisionTrial, RunningConfigs, TrialAction, WhoCan } from '#facts/config-api.ts'
import type { WorldState } from '#facts/world-api.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { type Ask, firstAsk } from './ask.ts'
import type { Loaded } from './debug-call.ts'
import type { MadeToken } from './identities.ts'
import type { RuleRow } from './rule-rows.ts'

export type SideTab = 'identities' | 'who-can' | 'world' | 'traces'

/** One decision with what was asked. */
export interface Decided {
  readonly action: TrialAction
  readonly trial: DecisionTrial
  /** It was made with the draft of the authorization file. */
  readonly isDraft: boolean
}

/** What the draft would do to requests of the past. */
export interface Blast {
  readonly count: number
  readonly newlyRefused: number
  readonly newlyAllowed: number
}

/** What survives a reload. */
interface Kept {
  readonly identityId: string
  readonly ask: Ask
  readonly tokens: readonly MadeToken[]
  readonly side: SideTab
  /** Resource and namespace of the who-can grid. */
  readonly gridResourceId: string
  readonly gridNamespace: string
  /** Claims as they were edited, by issuer. */
  readonly claims: Readonly<Record<string, string>>
  /** Rule tables that were edited and not saved, by party. */
  readonly ruleDrafts: Readonly<Record<string, readonly RuleRow[]>>
}

export interface AccessState extends Kept {
  readonly configs: Loaded<RunningConfigs>
  readonly world: Loaded<WorldState>
  readonly decision: Loaded<Decided>
  readonly blast: Blast | null
  readonly grid: Loaded<WhoCan>
  readonly marked: { readonly row: number; readonly column: number }
  readonly isForging: boolean
  /** Party whose table or faults are open. */
  readonly party: string | null
  /** The server's words about the last change of the world, `''` for none. */
  readonly refusal: string
}

export type AccessStore = StoreApi<AccessState>

const first: Kept = {
  identityId: 'session/alice',
  ask: firstAsk,
  tokens: [],
  side: 'who-can',
  gridResourceId: 'v1.configmaps',
  gridNamespace: 'shop',
  claims: {},
  ruleDrafts: {},
}

const keptOf = (state: AccessState): Kept => ({
  identityId: state.identityId,
  ask: state.ask,
  tokens: state.tokens,
  side: state.side,
  gridResourceId: state.gridResourceId,
  gridNamespace: state.gridNamespace,
  claims: state.claims,
  ruleDrafts: state.ruleDrafts,
})

const savedKey = 'access'

/** The room's state. What people typed and made outlives a reload. [AR13] */
export function createAccessStore(): AccessStore {
  const store = createStore<AccessState>(() => ({
    ...readSaved(savedKey, first),
    configs: { type: 'none' },
    world: { type: 'none' },
    decision: { type: 'none' },
    blast: null,
    grid: { type: 'none' },
    marked: { row: 0, column: 0 },
    isForging: false,
    party: null,
    refusal: '',
  }))
  store.subscribe((state, before) => {
    const now = keptOf(state)
    const old = keptOf(before)
    if ((Object.keys(now) as (keyof Kept)[]).some((key) => now[key] !== old[key])) save(savedKey, now)
  })
  return store
}
