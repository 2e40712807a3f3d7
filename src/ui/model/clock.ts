import { createStore } from 'zustand/vanilla'
import type { ClockStatus } from '#facts/debug-api.ts'
import { postJson } from './api.ts'
import type { ClusterState } from './cluster-state.ts'
import type { ReadableStore } from './owned-store.ts'
import { lastIndexAt, type TimeCursor } from './time-cursor.ts'

/** The server's time as the page shows it: read once, then advanced by the browser's clock. */
export interface ClockState {
  readonly nowMs: number
  readonly frozen: boolean
  /** Server seconds per real second. */
  readonly rate: Rate
}

export type Rate = 1 | 10 | 60

export interface ServerClock {
  readonly store: ReadableStore<ClockState>
  /** Ticks until `signal` is aborted. */
  start(signal: AbortSignal): void
  setFrozen(frozen: boolean): Promise<void>
  /** Advances the server's clock by one second. */
  step(): Promise<void>
  advance(advanceMs: number): Promise<void>
  /** Sets the speed of the server's clock. */
  setRate(rate: Rate): void
}

const rates: readonly Rate[] = [1, 10, 60]

/** Returns the rate that follows in the cycle of rates. */
export const nextRate = (rate: Rate): Rate => rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1

const tickMs = 1000

/** Returns the time to display `elapsedMs` after the server reported `status`. [UI7] */
export const clockNow = (status: ClockStatus, elapsedMs: number): number =>
  status.frozen ? status.nowMs : status.nowMs + elapsedMs

/** Creates a clock that ticks once per second while it has subscribers; each report of the server corrects it. */
export function createServerClock(cluster: ReadableStore<ClusterState>, fetcher: typeof fetch): ServerClock {
  const store = createStore<ClockState>(() => ({ nowMs: Date.now(), frozen: false, rate: 1 }))
  let reported: { readonly status: ClockStatus; readonly atMs: number } | null = null
  const tick = () => {
    if (reported === null) store.setState({ nowMs: Date.now() })
    else
      store.setState({
        nowMs: clockNow(reported.status, performance.now() - reported.atMs),
        frozen: reported.status.frozen,
      })
  }
  const hear = (status: ClockStatus | null) => {
    if (status === null || status === reported?.status) return
    reported = { status, atMs: performance.now() }
    tick()
  }
  const change = async (body: { readonly advanceMs?: number; readonly frozen?: boolean }) =>
    hear(await postJson<ClockStatus>(fetcher, '/debug/clock', body))

  return {
    store,
    start(signal) {
      const stop = cluster.subscribe(({ clock }) => hear(clock))
      const timer = setInterval(() => {
        tick()
        const { rate, frozen } = store.getState()
        if (rate > 1 && !frozen)
          void change({ advanceMs: (rate - 1) * tickMs }).catch(() => store.setState({ rate: 1 }))
      }, tickMs)
      signal.addEventListener('abort', () => {
        clearInterval(timer)
        stop()
      })
    },
    setFrozen: (frozen) => change({ frozen }),
    step: () => change({ advanceMs: tickMs }),
    advance: (advanceMs) => change({ advanceMs }),
    setRate: (rate) => store.setState({ rate }),
  }
}

interface ShownTimeInputs {
  readonly clock: ServerClock
  readonly cluster: ReadableStore<ClusterState>
  readonly cursor: ReadableStore<TimeCursor>
}

/**
 * Creates the store of the time from which ages count: the server's time at Live, else the time of the displayed revision.
 * One for all ages of the page, so that the time is looked up once per change. [UI12] [PF5]
 */
export function createShownTime({ clock, cluster, cursor }: ShownTimeInputs): ReadableStore<number> {
  const now = (): number => {
    const { at } = cursor.getState()
    const { rows } = cluster.getState()
    const pastMs = at === null ? undefined : rows[lastIndexAt(rows, at)]?.timeMs
    return pastMs ?? clock.store.getState().nowMs
  }
  const store = createStore<number>(now)
  const refresh = (): void => store.setState(now(), true)
  clock.store.subscribe(refresh)
  cursor.subscribe((state, before) => {
    if (state.at !== before.at) refresh()
  })
  cluster.subscribe((state, before) => {
    if (state.rows !== before.rows && cursor.getState().at !== null) refresh()
  })
  return store
}
