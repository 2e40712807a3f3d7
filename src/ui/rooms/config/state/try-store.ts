import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { DecisionTrial, RouteTrial, SamplingTrial, TokenTrial, TrialAction } from '#facts/config-api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { Sample } from './samples.ts'
import { reviewOf } from './samples.ts'

/** The user's input for trials; survives a reload of the page. */
export interface TryInput {
  readonly token: string
  readonly action: TrialAction
  readonly route: { readonly name: string; readonly destination: string }
  readonly traceparent: string
}

/** A result of the server, or its message when the file was refused. */
export type Tried<Trial> =
  | { readonly type: 'trial'; readonly trial: Trial }
  | { readonly type: 'refused'; readonly message: string }

/** The same trial with the draft and with the running file; `null` where it was not run. */
export interface Both<Trial> {
  readonly draft: Tried<Trial> | null
  readonly running: Tried<Trial> | null
}

export interface TryState {
  readonly input: TryInput
  readonly token: Both<TokenTrial>
  readonly decision: Both<DecisionTrial>
  readonly route: Both<RouteTrial>
  readonly sampling: Both<SamplingTrial>
  readonly isTrying: boolean
  readonly isMinting: boolean
  /** The token was minted by the page, to begin with. It is not saved: the next visit mints a new one. */
  readonly isFirstToken: boolean
}

/** The members of {@link TryState} that hold results. */
export type TryMember = 'token' | 'decision' | 'route' | 'sampling'

interface TryVerbs {
  setToken(token: string): void
  /** Sets a token to begin with, unless the user has set one. */
  setFirstToken(token: string): void
  changeAction(change: Partial<TrialAction>): void
  changeRoute(change: Partial<TryInput['route']>): void
  setTraceparent(traceparent: string): void
  openMintForm(): void
  closeMintForm(): void
  /** Marks that a trial has been sent. */
  startTrying(): void
  /** Shows the results of a trial. */
  setAnswers(member: TryMember, answers: Both<unknown>): void
}

export type TryStore = ReadableStore<TryState> & TryVerbs

const firstInput: TryInput = {
  token: '',
  action: {
    user: { name: 'ada@example.test', uid: '', groups: ['shop-admins', 'system:authenticated'], extra: {} },
    verb: 'get',
    isResource: true,
    group: '',
    version: 'v1',
    resource: 'pods',
    subresource: '',
    namespace: 'shop',
    name: '',
    path: '/healthz',
  },
  route: { name: 'controlplane', destination: 'https://authz.example.test/authorize' },
  traceparent: '',
}

const none = { draft: null, running: null }

export function createTryStore(): TryStore {
  const kept = readSaved<TryInput>('config-try', firstInput)
  const initial: TryState = {
    input: { ...kept, action: { ...firstInput.action, ...kept.action }, route: { ...firstInput.route, ...kept.route } },
    token: none,
    decision: none,
    route: none,
    sampling: none,
    isTrying: false,
    isMinting: false,
    isFirstToken: false,
  }
  const store = createOwnedStore<TryState, TryVerbs>(initial, ({ getState, setState }) => {
    const change = (how: (input: TryInput) => Partial<TryInput>): void =>
      setState(({ input }) => ({ input: { ...input, ...how(input) } }))
    return {
      setToken: (token) => setState(({ input }) => ({ input: { ...input, token }, isFirstToken: false })),
      setFirstToken: (token) => {
        if (!needsFirstToken(getState())) return
        setState(({ input }) => ({ input: { ...input, token }, isFirstToken: true }))
      },
      changeAction: (part) => change(({ action }) => ({ action: { ...action, ...part } })),
      changeRoute: (part) => change(({ route }) => ({ route: { ...route, ...part } })),
      setTraceparent: (traceparent) => change(() => ({ traceparent })),
      openMintForm: () => setState({ isMinting: true }),
      closeMintForm: () => setState({ isMinting: false }),
      startTrying: () => setState({ isTrying: true }),
      setAnswers: (member, answers) => setState({ [member]: answers, isTrying: false } as Partial<TryState>),
    }
  })
  store.subscribe((state, before) => {
    const { input, isFirstToken } = state
    if (input !== before.input) save('config-try', isFirstToken ? { ...input, token: '' } : input)
  })
  return store
}

/** Reports whether the token is not the user's: none, or one that an earlier visit of the room began with. */
export const needsFirstToken = ({ input, isFirstToken }: TryState): boolean => input.token === '' || isFirstToken

/** Decodes header and claims of a token without verifying it; `null` for a text that is not a token. [CB6] */
export function decodeToken(token: string): { readonly header: JsonObject; readonly claims: JsonObject } | null {
  const [head = '', body = ''] = token.trim().split('.')
  const [header, claims] = [decodePart(head), decodePart(body)]
  return header === null || claims === null ? null : { header, claims }
}

function decodePart(part: string): JsonObject | null {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)))
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : null
  } catch (error) {
    // Not base64, UTF-8 or JSON, so it is not a token.
    if (error instanceof SyntaxError || error instanceof DOMException || error instanceof TypeError) return null
    throw error
  }
}

/** Returns the input of the files' expressions. [CB5] */
export const sampleOf = ({ token, action }: TryInput): Sample => ({
  claims: decodeToken(token)?.claims ?? null,
  request: reviewOf(action),
})

export type StepState = 'ok' | 'bad' | 'off'

/** A displayed step of authentication; consecutive steps of the same name and outcome are one. */
export interface ShownStep {
  readonly title: string
  readonly state: StepState
  readonly details: readonly string[]
  readonly field: string
}

const titles: ReadonlyMap<string, string> = new Map([
  ['issuer', 'Issuer found'],
  ['discovery', 'Keys of the issuer'],
  ['format', 'Format'],
  ['claims', 'Claims that all tokens have'],
  ['algorithm', 'Algorithm'],
  ['signature', 'Signature valid'],
  ['distributed claims', 'Distributed claims'],
  ['required claim', 'Required claims'],
  ['claim rule', 'Claim rules'],
  ['username', 'username'],
  ['groups', 'groups'],
  ['uid', 'uid'],
  ['extra', 'extra'],
  ['user rule', 'User rules'],
])

const states = { passed: 'ok', failed: 'bad', skipped: 'off' } as const

/** Returns the steps of a trial in order; consecutive ones of the same name are merged. [CB6] */
export function shownSteps({ steps }: TokenTrial): readonly ShownStep[] {
  const shown: ShownStep[] = []
  for (const { step, outcome, detail, field } of steps) {
    const title = outcome === 'skipped' && step === 'issuer' ? 'Another issuer' : (titles.get(step) ?? step)
    const last = shown.at(-1)
    if (last !== undefined && last.title === title && last.state === states[outcome] && last.state === 'ok')
      shown[shown.length - 1] = { ...last, details: [...last.details, detail] }
    else shown.push({ title, state: states[outcome], details: [detail], field })
  }
  return shown
}
