import type { StoreApi } from 'zustand/vanilla'
import type { ReloadOutcome, RunningConfig, RunningConfigs } from '#facts/config-api.ts'
import type { WorldState } from '#facts/world-api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { type CheckedText, emptyCheck } from './check-text.ts'
import type { ExpressionPlace } from './expression-places.ts'
import { configFiles, type FileId, fileOf } from './files.ts'

export type DockTab = 'problems' | 'diff' | 'blast' | 'log'

export interface ConfigRoomState {
  readonly file: FileId
  /** The file of a lesson is open in place of `file`. */
  readonly isLesson: boolean
  /** Key of the open policy or schema; `null` while a file is open. */
  readonly object: string | null
  /** Texts that are not in force; absent where the text equals the running file. Survives a reload of the page. */
  readonly drafts: Readonly<Partial<Record<FileId, string>>>
  /** The files in force; `null` until they have been loaded. */
  readonly running: RunningConfigs | null
  /** The reason why they could not be loaded; `''` if they were. */
  readonly failure: string
  /** The simulated world; `null` for a server outside of the page, which has none. */
  readonly world: WorldState | null
  readonly checks: Readonly<Record<FileId, CheckedText>>
  readonly dock: DockTab
  /** Index of the selected problem, from 0. */
  readonly problem: number
  /** Outcome of the last reload from this page, until the text changes. */
  readonly outcomes: Readonly<Partial<Record<FileId, ReloadOutcome>>>
  readonly isReloading: boolean
  /** Region that floats over the others on a narrow page. */
  readonly drawer: 'files' | 'try' | null
  /** The expression under the microscope. */
  readonly inspected: ExpressionPlace | null
  readonly sheet: 'flags' | null
}

/** Changes by user input. */
interface ChoiceVerbs {
  /** Opens a file and clears the selected expression and problem of the previous one. */
  openFile(file: FileId): void
  /** Opens the file of a lesson. */
  openLesson(): void
  /** Opens a policy or schema of the cluster by its key. */
  openObject(key: string): void
  setText(id: FileId, text: string): void
  showDock(dock: DockTab): void
  /** Selects a problem by its index, from 0. */
  chooseProblem(problem: number): void
  /** Shows an expression under the microscope; `null` closes it. */
  inspect(place: ExpressionPlace | null): void
  openDrawer(drawer: 'files' | 'try'): void
  closeDrawer(): void
  openFlags(): void
  closeFlags(): void
}

/** Changes by results of the checker and responses of the server. */
interface AnswerVerbs {
  setCheck(id: FileId, checked: CheckedText): void
  setRunning(running: RunningConfigs): void
  setFailure(failure: string): void
  setWorld(world: WorldState | null): void
  setReloading(isReloading: boolean): void
  /** Records the outcome of a reload; a refused one is shown in the log. */
  setOutcome(id: FileId, outcome: ReloadOutcome): void
}

export type ConfigRoomStore = ReadableStore<ConfigRoomState> & ChoiceVerbs & AnswerVerbs

const noChecks = (): Record<FileId, CheckedText> => ({
  authentication: emptyCheck(),
  authorization: emptyCheck(),
  egress: emptyCheck(),
  tracing: emptyCheck(),
})

interface Kept {
  readonly file: FileId
  readonly isLesson?: boolean
  readonly drafts: ConfigRoomState['drafts']
  readonly dock: DockTab
}

export const isFile = (id: string): id is FileId => configFiles.some((file) => file.id === id)

const choiceVerbs = ({ setState }: StoreApi<ConfigRoomState>): ChoiceVerbs => ({
  openFile: (file) => setState({ file, isLesson: false, object: null, inspected: null, problem: 0 }),
  openLesson: () => setState({ isLesson: true, object: null, drawer: null }),
  openObject: (object) => setState({ object, isLesson: false, inspected: null }),
  setText: (id, text) => setState((state) => withText(state, id, text)),
  showDock: (dock) => setState({ dock }),
  chooseProblem: (problem) => setState({ problem }),
  inspect: (inspected) => setState({ inspected }),
  openDrawer: (drawer) => setState({ drawer }),
  closeDrawer: () => setState({ drawer: null }),
  openFlags: () => setState({ sheet: 'flags' }),
  closeFlags: () => setState({ sheet: null }),
})

const answerVerbs = ({ setState }: StoreApi<ConfigRoomState>): AnswerVerbs => ({
  setCheck: (id, checked) => setState(({ checks }) => ({ checks: { ...checks, [id]: checked } })),
  setRunning: (running) => setState((state) => withRunning(state, running)),
  setFailure: (failure) => setState({ failure }),
  setWorld: (world) => setState({ world }),
  setReloading: (isReloading) => setState({ isReloading }),
  setOutcome: (id, outcome) =>
    setState(({ outcomes, dock }) => ({
      outcomes: { ...outcomes, [id]: outcome },
      dock: outcome.isInForce ? dock : 'log',
    })),
})

/** Creates the store of the room with the state of the last visit. [CB2] */
export function createConfigRoomStore(): ConfigRoomStore {
  const kept = readSaved<Kept>('config', { file: 'authentication', drafts: {}, dock: 'problems' })
  const { file, drafts, dock } = kept
  const initial: ConfigRoomState = {
    file: isFile(file) ? file : 'authentication',
    isLesson: kept.isLesson === true,
    object: null,
    drafts: Object.fromEntries(Object.entries(drafts).filter(([id, text]) => isFile(id) && typeof text === 'string')),
    running: null,
    failure: '',
    world: null,
    checks: noChecks(),
    dock: ['problems', 'diff', 'blast', 'log'].includes(dock) ? dock : 'problems',
    problem: 0,
    outcomes: {},
    isReloading: false,
    drawer: null,
    inspected: null,
    sheet: null,
  }
  const store = createOwnedStore(initial, (own) => ({ ...choiceVerbs(own), ...answerVerbs(own) }))
  store.subscribe((state, before) => {
    const { file: open, isLesson, drafts: texts, dock: tab } = state
    if (texts !== before.drafts || open !== before.file || tab !== before.dock || isLesson !== before.isLesson)
      save('config', { file: open, isLesson, drafts: texts, dock: tab })
  })
  return store
}

/** Returns the running file of a kind; `undefined` until it has been loaded. */
export const runningOf = ({ running }: Pick<ConfigRoomState, 'running'>, id: FileId): RunningConfig | undefined =>
  running?.configs.find(({ kind }) => kind === fileOf(id).kind)

/** Returns the text of the editor: the draft, else the running file, else an empty text. [CB2] */
export const textOf = (state: Pick<ConfigRoomState, 'drafts' | 'running'>, id: FileId): string =>
  state.drafts[id] ?? runningOf(state, id)?.text ?? ''

/** Sets a text. It is a draft if it differs from the running file. [CB2] */
export function withText(state: ConfigRoomState, id: FileId, text: string): Partial<ConfigRoomState> {
  const { [id]: _draft, ...others } = state.drafts
  const { [id]: _outcome, ...outcomes } = state.outcomes
  const isAsRunning = state.running !== null && text === (runningOf(state, id)?.text ?? '')
  return { drafts: isAsRunning ? others : { ...others, [id]: text }, outcomes }
}

/** Sets the running files; a draft that equals its running file is dropped. [CB2] */
export function withRunning(state: ConfigRoomState, running: RunningConfigs): Partial<ConfigRoomState> {
  const next = { ...state, running, failure: '' }
  const drafts = Object.fromEntries(
    configFiles.flatMap(({ id }) => {
      const draft = state.drafts[id]
      return draft === undefined || draft === (runningOf(next, id)?.text ?? '') ? [] : [[id, draft]]
    }),
  )
  return { running, failure: '', drafts }
}

/** The progress of a file: draft, check, reload. [CB4] */
export interface Steps {
  readonly isDraft: boolean
  readonly errors: number
  readonly warnings: number
  readonly mayReload: boolean
  /** The reason why it may not be reloaded; `''` when it may. */
  readonly why: string
}

export function stepsOf(state: ConfigRoomState, id: FileId): Steps {
  const isDraft = state.drafts[id] !== undefined
  const check = state.checks[id]
  const errors = check.errorCount
  const isChecked = check.text === textOf(state, id)
  const why = !isDraft
    ? 'the file equals the running one'
    : !isChecked
      ? 'the draft is being checked'
      : errors > 0
        ? 'the server would refuse it'
        : state.isReloading
          ? 'a reload is in progress'
          : ''
  return { isDraft, errors, warnings: check.diagnostics.length - errors, mayReload: why === '', why }
}
