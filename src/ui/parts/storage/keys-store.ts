import { createStore } from 'zustand/vanilla'
import type { DebugKeys } from '#facts/debug-api.ts'
import type { DebugKey } from '#facts/debug-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { Refusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'

export interface KeysState {
  readonly prefix: string
  readonly keys: readonly DebugKey[]
  readonly total: number
  /** The server's message when keys cannot be read. */
  readonly refused: string
}

export interface Keys {
  readonly store: ReadableStore<KeysState>
  choosePrefix(prefix: string): void
  /** Follows the log until the returned function is called. */
  watch(): () => void
}

export const keysMax = 2000
const restMs = 400

/**
 * Creates the store of keys. While it has subscribers it is read again after writes, at most a few times per second.
 */
function createKeys(lab: Lab): Keys {
  const store = createStore<KeysState>(() => ({ prefix: '', keys: [], total: 0, refused: '' }))
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = async (): Promise<void> => {
    const query = new URLSearchParams({ prefix: `/registry/${store.getState().prefix}`, limit: String(keysMax) })
    try {
      const { keys, total } = await getJson<DebugKeys>(lab.read, `/debug/keys?${query}`)
      store.setState({ keys, total, refused: '' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      store.setState({ refused: error.message })
    }
  }
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void read()
    }, restMs)
  }
  return {
    store,
    choosePrefix(prefix) {
      store.setState({ prefix })
      soon()
    },
    watch() {
      void read()
      const stop = lab.cluster.subscribe((state, before) => {
        if (state.published !== before.published || state.compacted !== before.compacted) soon()
      })
      return () => {
        stop()
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

export const keysOf = (lab: Lab): Keys => partState(lab, createKeys)
