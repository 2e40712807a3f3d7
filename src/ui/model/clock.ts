import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ClockStatus } from '#facts/debug-api.ts'
import { postJson } from './api.ts'
import type { ClusterStore } from './cluster.ts'

/** The server's time as the page shows it: read once, then counted on. */
export interface ServerClock {
  readonly nowMs: number
  readonly frozen: boolean
  /** Server seconds in one real second. */
  readonly rate: Rate
}

export type ServerClockStore = StoreApi<ServerClock>
export type Rate = 1 | 10 | 60

export const rates: readonly Rate[] = [1, 10, 60]
const tickMs = 1000

/** What the clock shows `elapsedMs` after the server told `status`. [UI7] */
export const clockNow = (status: ClockStatus, elapsedMs: number): number =>
  status.frozen ? status.nowMs : status.nowMs + elapsedMs

/** Ticks once a second while anything listens; the server's own word corrects it. */
export function createServerClock(cluster: ClusterStore, fetcher: typeof fetch) {
  const store: ServerClockStore = createStore<ServerClock>(() => ({ nowMs: Date.now(), frozen: false, rate: 1 }))
  let told: { readonly status: ClockStatus; readonly atMs: number } | null = null
  const tick = () => {
    if (told === null) store.setState({ nowMs: Date.now() })
    else store.setState({ nowMs: clockNow(told.status, performance.now() - told.atMs), frozen: told.status.frozen })
  }
  const hear = (status: ClockStatus | null) => {
    if (status === null || status === told?.status) return
    told = { status, atMs: performance.now() }
    tick()
  }
  const change = async (body: { readonly advanceMs?: number; readonly frozen?: boolean }) =>
    hear(await postJson<ClockStatus>(fetcher, '/debug/clock', body))

  return {
    store,
    start(signal: AbortSignal): void {
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
    setFrozen: (frozen: boolean) => change({ frozen }),
    step: () => change({ advanceMs: tickMs }),
    advance: (advanceMs: number) => change({ advanceMs }),
    setRate: (rate: Rate) => store.setState({ rate }),
  }
}
