import type { StoreApi } from 'zustand/vanilla'
import type { AdmissionTrial, SampleTrial, WritesTrial } from '#facts/admission-trial-api.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { CheckedExpression } from '#policy/check-policy.ts'
import type { TriedSample } from './samples.ts'
import type { StoredFailures } from './stored-updates.ts'

export type PolicyTab = 'cost' | 'problems' | 'diff' | 'writes'
export const policyTabs: readonly PolicyTab[] = ['cost', 'problems', 'diff', 'writes']

/** A text that is not stored. */
export interface PolicyDraft {
  readonly text: string
  /** resourceVersion of the object that was edited; `''` for a new one. */
  readonly base: string
}

/** A problem as the lists and the editor show it. */
export interface ShownProblem extends Pick<ManifestProblem, 'range' | 'start' | 'end' | 'message' | 'fixes'> {
  readonly severity: 'error' | 'warning'
  readonly path: string
  /** The server found it, by a dry run or when the draft was saved. */
  readonly isServers: boolean
}

export interface CheckedPolicy {
  readonly text: string
  readonly problems: readonly ShownProblem[]
  readonly expressions: readonly CheckedExpression[]
  /** True after a dry run on the server. */
  readonly isTried: boolean
}

export const noCheck: CheckedPolicy = { text: '', problems: [], expressions: [], isTried: false }

/** Results that belong to a text; they stay, greyed, while a newer text cannot be tried. */
export interface Answered<Value> {
  readonly text: string
  readonly value: Value
}

export interface PolicyState {
  /** Key of the open object; `null` while a configuration file is open. */
  readonly open: string | null
  readonly drafts: Readonly<Record<string, PolicyDraft>>
  readonly check: CheckedPolicy
  readonly tab: PolicyTab
  /** Index of the selected problem, from 0. */
  readonly problem: number
  readonly samples: readonly TriedSample[]
  /** Id of the selected sample; `''` for the first. */
  readonly sample: string
  /** Results by the id of their sample. */
  readonly trials: Readonly<Record<string, SampleTrial>>
  readonly limits: AdmissionTrial['limits']
  /** JSON pointer of the expression under the microscope; `''` for none. */
  readonly inspected: string
  /** Parameters as they were edited, by their place; those that are absent are the stored ones. */
  readonly params: Readonly<Record<string, string>>
  /** The draft of the results, and whether they are still true for the text. */
  readonly triedText: string
  /** The reason why the draft was not tried; `''` if it was. */
  readonly trialRefusal: string
  readonly isTrying: boolean
  readonly writes: Answered<WritesTrial> | null
  readonly isReplaying: boolean
  /** Stored objects whose next write the draft would refuse. */
  readonly stored: Answered<StoredFailures> | null
  /** Outcome of the last save of the open object. */
  readonly saved: { readonly type: 'stored' | 'refused'; readonly message: string; readonly code: number } | null
  readonly isSaving: boolean
}

interface PolicyVerbs {
  open(key: string | null): void
  setDraft(key: string, draft: PolicyDraft | null): void
  setCheck(check: CheckedPolicy): void
  showTab(tab: PolicyTab): void
  chooseProblem(problem: number): void
  setSamples(samples: readonly TriedSample[]): void
  changeSample(id: string, change: Partial<TriedSample>): void
  chooseSample(id: string): void
  inspect(pointer: string): void
  /** Sets the text of a parameter; `null`: the stored one again. */
  setParam(place: string, text: string | null): void
  startTrying(): void
  setTrials(text: string, trials: PolicyState['trials'], limits: PolicyState['limits']): void
  refuseTrial(message: string): void
  startReplaying(): void
  setWrites(writes: Answered<WritesTrial> | null): void
  setStored(stored: Answered<StoredFailures>): void
  startSaving(): void
  setSaved(saved: PolicyState['saved']): void
}

export type PolicyStore = ReadableStore<PolicyState> & PolicyVerbs

/** State of a newly opened object. */
const fresh = {
  check: noCheck,
  problem: 0,
  samples: [],
  sample: '',
  trials: {},
  inspected: '',
  params: {},
  triedText: '',
  trialRefusal: '',
  isTrying: false,
  writes: null,
  isReplaying: false,
  stored: null,
  saved: null,
  isSaving: false,
} satisfies Partial<PolicyState>

const verbsOf = ({ setState }: StoreApi<PolicyState>): PolicyVerbs => ({
  open: (open) => setState((state) => (state.open === open ? {} : { open, ...fresh })),
  setDraft: (key, draft) =>
    setState(({ drafts }) => {
      const { [key]: _before, ...others } = drafts
      return { drafts: draft === null ? others : { ...others, [key]: draft } }
    }),
  setCheck: (check) => setState({ check }),
  showTab: (tab) => setState({ tab }),
  chooseProblem: (problem) => setState({ problem }),
  setSamples: (samples) => setState({ samples }),
  changeSample: (id, change) =>
    setState(({ samples }) => ({ samples: samples.map((each) => (each.id === id ? { ...each, ...change } : each)) })),
  chooseSample: (sample) => setState({ sample }),
  inspect: (inspected) => setState({ inspected }),
  setParam: (place, text) =>
    setState(({ params }) => {
      const { [place]: _before, ...others } = params
      return { params: text === null ? others : { ...others, [place]: text } }
    }),
  startTrying: () => setState({ isTrying: true }),
  setTrials: (triedText, trials, limits) => setState({ triedText, trials, limits, trialRefusal: '', isTrying: false }),
  refuseTrial: (trialRefusal) => setState({ trialRefusal, isTrying: false }),
  startReplaying: () => setState({ isReplaying: true }),
  setWrites: (writes) => setState({ writes, isReplaying: false }),
  setStored: (stored) => setState({ stored }),
  startSaving: () => setState({ isSaving: true }),
  setSaved: (saved) => setState({ saved, isSaving: false }),
})

interface Kept {
  readonly drafts: Readonly<Record<string, PolicyDraft>>
  readonly tab: PolicyTab
}

const isDraft = (value: unknown): value is PolicyDraft =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'base' in value

/** Creates the store with the drafts of the last visit. [CB11] */
export function createPolicyStore(): PolicyStore {
  const kept = readSaved<Kept>('config-policies', { drafts: {}, tab: 'cost' })
  const initial: PolicyState = {
    ...fresh,
    open: null,
    drafts: Object.fromEntries(Object.entries(kept.drafts).filter(([, draft]) => isDraft(draft))),
    tab: policyTabs.includes(kept.tab) ? kept.tab : 'cost',
    limits: { call: 1_000_000, object: 10_000_000 },
  }
  const store = createOwnedStore<PolicyState, PolicyVerbs>(initial, verbsOf)
  store.subscribe((state, before) => {
    if (state.drafts !== before.drafts || state.tab !== before.tab)
      save('config-policies', { drafts: state.drafts, tab: state.tab })
  })
  return store
}

/** The sample whose values the editor shows. */
export const chosenSample = ({ samples, sample }: PolicyState): TriedSample | undefined =>
  samples.find(({ id }) => id === sample) ?? samples[0]
