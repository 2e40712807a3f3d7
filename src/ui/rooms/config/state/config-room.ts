import type { ReloadOutcome, RunningConfigs } from '#facts/config-api.ts'
import type { MintedToken, WorldState } from '#facts/world-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { Refusal } from '#client/refusal.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import { createChecker } from './checker.ts'
import { createEditorHandle, type EditorHandle } from './editor-handle.ts'
import { configFiles, type FileId, fileOf } from './files.ts'
import { createLineDiff, type LineDiff } from '#ui/texts/line-diff.ts'
import { createReplay, type ReplayRunner } from './replay-store.ts'
import { type ConfigRoomState, type ConfigRoomStore, createConfigRoomStore, runningOf, textOf } from './room-store.ts'
import { createTrials, type Trials } from './trials.ts'
import { createTryStore, needsFirstToken, sampleOf, type TryStore } from './try-store.ts'

/**
 * Checks each file when its text changes. The result for the newest text wins, in whatever order results arrive. [CB1]
 */
function createChecks(store: ConfigRoomStore, attempts: TryStore) {
  const check = createChecker()
  const turns = new Map<FileId, number>()
  const checkFile = async (id: FileId): Promise<void> => {
    const turn = (turns.get(id) ?? 0) + 1
    turns.set(id, turn)
    const state = store.getState()
    const checked = await check({
      text: textOf(state, id),
      kind: fileOf(id).kind,
      files: Object.keys(state.world?.files ?? {}),
      sample: sampleOf(attempts.getState().input),
    })
    if (turns.get(id) === turn) store.setCheck(id, checked)
  }
  const checkAll = () => {
    for (const { id } of configFiles) void checkFile(id)
  }
  return { checkFile, checkAll }
}

/** Reads the running files, and puts drafts in force. */
function createReloads(lab: Lab, store: ConfigRoomStore) {
  const load = async (): Promise<void> => {
    try {
      const running = await getJson<RunningConfigs>(lab.read, '/debug/config')
      store.setRunning(running)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      store.setFailure(error.message)
    }
    store.setWorld(await readWorld(lab))
  }
  const reload = async (id: FileId, text: string | null): Promise<void> => {
    store.setReloading(true)
    try {
      const init = text === null ? { method: 'DELETE' } : { method: 'PUT', body: text }
      const response = await lab.read(`/debug/config/${fileOf(id).kind}`, init)
      const outcome = (await response.json()) as Partial<ReloadOutcome>
      await load()
      if (isOutcome(outcome)) store.setOutcome(id, outcome)
      else store.setFailure(`HTTP ${response.status}`)
    } catch (error) {
      // A response that is not JSON is not from this server.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
      store.setFailure(error.message)
    } finally {
      store.setReloading(false)
    }
  }
  return { load, reload }
}

const isOutcome = (value: Partial<ReloadOutcome>): value is ReloadOutcome => typeof value.isInForce === 'boolean'

/** Mints a token of the first issuer of the running file, so that Try it and the expressions have values at once. [CB17] */
async function mintFirstToken(lab: Lab, store: ConfigRoomStore, attempts: TryStore): Promise<void> {
  const { world } = store.getState()
  const text = runningOf(store.getState(), 'authentication')?.text ?? ''
  const issuer = world?.issuers.find(({ url }) => text.includes(url))
  if (issuer === undefined || !needsFirstToken(attempts.getState())) return
  try {
    const path = `/debug/world/issuers/${encodeURIComponent(issuer.name)}/tokens`
    const { token } = await postJson<MintedToken>(lab.read, path, { claims: issuer.sample })
    attempts.setFirstToken(token)
  } catch (error) {
    // Try it says how to get a token; the form says why an issuer mints none.
    if (!(error instanceof Refusal || error instanceof TypeError)) throw error
  }
}

/** The state and actions that all views of the room share. */
export interface ConfigRoom {
  readonly store: ConfigRoomStore
  /** The input of Try it and the results of the trials. */
  readonly attempts: TryStore
  readonly trials: Trials
  readonly replay: ReplayRunner
  /** Compares the running text of a file with its draft. */
  readonly diff: LineDiff
  /** The mounted editor. */
  readonly editor: EditorHandle
  /** Follows the server and the user's input until the returned function is called. */
  follow(): () => void
  /** Reads the running files and the simulated world. */
  load(): Promise<void>
  setText(id: FileId, text: string): void
  /** Puts a text in force; `null` withdraws the file. */
  reload(id: FileId, text: string | null): Promise<void>
}

function createConfigRoom(lab: Lab): ConfigRoom {
  const store = createConfigRoomStore()
  const attempts = createTryStore()
  const trials = createTrials(lab, store, attempts)
  const replay = createReplay(lab, store)
  const { checkFile, checkAll } = createChecks(store, attempts)
  const { load, reload } = createReloads(lab, store)
  const follow = (): (() => void) => {
    void load().then(() => mintFirstToken(lab, store, attempts))
    checkAll()
    trials.run()
    const endings = [
      store.subscribe((state, before) => {
        for (const { id } of configFiles) if (textOf(state, id) !== textOf(before, id)) void checkFile(id)
        if (state.world?.files !== before.world?.files) checkAll()
        if (!isWorthTrying(state, before)) return
        trials.run()
        replay.run()
      }),
      attempts.subscribe((state, before) => {
        if (state.input === before.input) return
        checkAll()
        trials.run()
      }),
      lab.cluster.subscribe((state, before) => {
        if (state.reloads !== before.reloads || state.generation !== before.generation) void load()
      }),
    ]
    return () => {
      for (const end of endings) end()
    }
  }
  return {
    store,
    attempts,
    trials,
    replay,
    editor: createEditorHandle(),
    diff: createLineDiff(),
    follow,
    load,
    setText: store.setText,
    reload,
  }
}

/** Reports whether trials must be repeated: a text was checked, or a file came into force. */
const isWorthTrying = (state: ConfigRoomState, before: ConfigRoomState): boolean =>
  state.file !== before.file ||
  state.running !== before.running ||
  state.checks[state.file].text !== before.checks[state.file].text

async function readWorld(lab: Lab): Promise<WorldState | null> {
  try {
    return await getJson<WorldState>(lab.read, '/debug/world')
  } catch (error) {
    // A server outside of the page has no simulated world.
    if (error instanceof Refusal || error instanceof TypeError) return null
    throw error
  }
}

export const configRoomOf = (lab: Lab): ConfigRoom => partState(lab, createConfigRoom)
