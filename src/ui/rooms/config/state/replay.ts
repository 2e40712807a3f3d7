import { createStore } from 'zustand/vanilla'
import type { Replay, ReplayedRequest } from '#facts/config-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type ConfigRoomStore, stepsOf, textOf } from './room-store.ts'
import { ask } from './trials.ts'

const REST_MS = 600

/** The past under the newest draft that could be in force. */
export interface ReplayState {
  readonly replay: Replay | null
  /** When the draft was tried, by the person's clock; 0 for never. */
  readonly timeMs: number
  /** Why it could not be tried; `''` for nothing wrong. */
  readonly refusal: string
  readonly isRunning: boolean
}

const nothing: ReplayState = { replay: null, timeMs: 0, refusal: '', isRunning: false }

/** Replays the last requests against the authorization draft when a valid one came to be. [CB7] */
export function createReplay(lab: Lab, room: ConfigRoomStore) {
  const store = createStore<ReplayState>(() => nothing)
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const replayNow = async (): Promise<void> => {
    const mine = ++turn
    const state = room.getState()
    const { isDraft, mayReload } = stepsOf(state, 'authorization')
    if (!isDraft) return store.setState(nothing)
    // An invalid draft changes nothing: what the last valid one would do stays in view.
    if (!mayReload) return undefined
    store.setState({ isRunning: true })
    const tried = await ask<Replay>(lab.read, '/debug/trials/replay', { text: textOf(state, 'authorization') })
    if (mine !== turn) return undefined
    return store.setState(
      tried.type === 'trial'
        ? { replay: tried.trial, timeMs: lab.clock.store.getState().nowMs, refusal: '', isRunning: false }
        : { refusal: tried.message, isRunning: false },
    )
  }
  return {
    store,
    run(): void {
      clearTimeout(timer)
      timer = setTimeout(() => void replayNow(), REST_MS)
    },
    replayNow,
  }
}

/** Requests that end alike: who, what, and how it would change. */
export interface BlastGroup {
  readonly change: 'refused' | 'allowed'
  readonly user: string
  /** `list pods in shop` */
  readonly words: string
  readonly why: string
  readonly count: number
}

export interface Blast {
  readonly same: number
  readonly refused: number
  readonly allowed: number
  /** Lock-outs first, then the most frequent. */
  readonly groups: readonly BlastGroup[]
}

/** What a draft would change, by who and what. [CB7] */
export function blastOf({ requests }: Replay): Blast {
  const changed = requests.filter(({ before, after }) => before !== after)
  const groups = new Map<string, BlastGroup>()
  for (const request of changed) {
    const group = groupOf(request)
    const key = JSON.stringify([group.change, group.user, group.words])
    groups.set(key, { ...group, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  const count = (change: BlastGroup['change']) => changed.filter(({ after }) => after === change).length
  const rank = ({ change }: BlastGroup): number => (change === 'refused' ? 0 : 1)
  return {
    same: requests.length - changed.length,
    refused: count('refused'),
    allowed: count('allowed'),
    groups: [...groups.values()].toSorted((a, b) => rank(a) - rank(b) || b.count - a.count),
  }
}

function groupOf({ user, verb, what, namespace, name, after, why }: ReplayedRequest): BlastGroup {
  const place = namespace === '' ? '' : ` in ${namespace}`
  return { change: after, user, words: `${verb} ${what}${name === '' ? '' : ` ${name}`}${place}`, why, count: 0 }
}
