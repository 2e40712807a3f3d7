import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DebugKeys } from '#facts/debug-api.ts'
import type { DebugKey } from '#facts/debug-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { getJson, RefusedError } from '#ui/model/api.ts'

export interface KeysState {
  readonly prefix: string
  readonly keys: readonly DebugKey[]
  readonly total: number
  /** The server's words when keys cannot be read. */
  readonly refused: string
}

export const keysMax = 2000
const restMs = 400

/** The store's keys, read again after writes while somebody looks, at most a few times a second. */
function createKeys(lab: Lab) {
  const store: StoreApi<KeysState> = createStore<KeysState>(() => ({ prefix: '', keys: [], total: 0, refused: '' }))
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = async (): Promise<void> => {
    const query = new URLSearchParams({ prefix: `/registry/${store.getState().prefix}`, limit: String(keysMax) })
    try {
      const { keys, total } = await getJson<DebugKeys>(lab.read, `/debug/keys?${query}`)
      store.setState({ keys, total, refused: '' })
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
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
    choosePrefix(prefix: string) {
      store.setState({ prefix })
      soon()
    },
    /** Follows the log until the answer is called. */
    watch(): () => void {
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

export const keysOf = (lab: Lab) => partState(lab, createKeys)
