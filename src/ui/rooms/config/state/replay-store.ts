import { createStore } from 'zustand/vanilla'
import type { Replay } from '#facts/config-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { type ConfigRoomStore, stepsOf, textOf } from './room-store.ts'
import { sendTrial } from './trials.ts'

const REST_MS = 600

/** The replay of past requests with the newest valid draft. */
export interface ReplayState {
  readonly replay: Replay | null
  /** Time of the replay by the browser's clock; 0 for never. */
  readonly timeMs: number
  /** The reason why the replay failed; `''` if it succeeded. */
  readonly refusal: string
  readonly isRunning: boolean
}

const nothing: ReplayState = { replay: null, timeMs: 0, refusal: '', isRunning: false }

export interface ReplayRunner {
  readonly store: ReadableStore<ReplayState>
  /** Replays after a pause in typing. */
  run(): void
  replayNow(): Promise<void>
}

/** Replays recent requests against the authorization draft whenever it becomes valid. [CB7] */
export function createReplay(lab: Lab, room: ConfigRoomStore): ReplayRunner {
  const store = createStore<ReplayState>(() => nothing)
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const replayNow = async (): Promise<void> => {
    const mine = ++turn
    const state = room.getState()
    const { isDraft, mayReload } = stepsOf(state, 'authorization')
    if (!isDraft) return store.setState(nothing)
    // An invalid draft changes nothing: the effect of the last valid one stays visible.
    if (!mayReload) return undefined
    store.setState({ isRunning: true })
    const tried = await sendTrial<Replay>(lab.read, '/debug/trials/replay', { text: textOf(state, 'authorization') })
    if (mine !== turn) return undefined
    return store.setState(
      tried.type === 'trial'
        ? { replay: tried.trial, timeMs: lab.clock.store.getState().nowMs, refusal: '', isRunning: false }
        : { refusal: tried.message, isRunning: false },
    )
  }
  return {
    store,
    run() {
      clearTimeout(timer)
      timer = setTimeout(() => void replayNow(), REST_MS)
    },
    replayNow,
  }
}
