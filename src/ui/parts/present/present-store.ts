import type { MomentStep } from '#facts/moment.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved } from '#ui/model/saved.ts'

/** The two tabs of a presentation. */
export type Tab = 'stage' | 'notes'

interface PresentState {
  readonly own: readonly MomentStep[]
  /** Index of the step on the stage. */
  readonly index: number
  /** When the presentation began, by the browser's clock. */
  readonly startMs: number
  /** The other tab: not opened yet, open, or closed again. */
  readonly other: 'none' | 'open' | 'closed'
}

interface PresentVerbs {
  /** Shows a step here and in the other tab. */
  show(index: number): void
  /** Follows the other tab as `tab`. Returns a function that stops it. */
  follow(tab: Tab): () => void
}

export type PresentStore = ReadableStore<PresentState> & PresentVerbs

export const presentStore = (lab: Lab): PresentStore => partState(lab, createPresentStore)

/** A message between the tabs. Those of one role do not listen to each other about closing. */
interface Message {
  readonly from?: unknown
  readonly index?: unknown
  readonly startMs?: unknown
  /** The tab opened and asks for the step. */
  readonly asks?: unknown
  /** The tab was closed or left. */
  readonly closed?: unknown
}

/** Stage and notes are two tabs of one browser that stay at the same step. [PR3] */
function createPresentStore(): PresentStore {
  const channel = new BroadcastChannel(`orchard-present-${currentCluster()}`)
  const { steps } = readSaved<{ readonly steps: readonly MomentStep[] }>('steps', { steps: [] })
  return createOwnedStore<PresentState, PresentVerbs>(
    { own: steps, index: 0, startMs: Date.now(), other: 'none' },
    ({ getState, setState }) => ({
      show(index) {
        setState({ index })
        channel.postMessage({ index } satisfies Message)
      },
      follow(tab) {
        const onMessage = ({ data }: MessageEvent<Message | null>): void => {
          if (data?.from !== undefined && data.from !== tab)
            setState({ other: data.closed === true ? 'closed' : 'open' })
          const { index, startMs } = getState()
          if (data?.asks === true) channel.postMessage({ from: tab, index, startMs } satisfies Message)
          if (typeof data?.index === 'number' && data.index >= 0) setState({ index: data.index })
          if (tab === 'notes' && typeof data?.startMs === 'number') setState({ startMs: data.startMs })
        }
        const onLeave = (): void => channel.postMessage({ from: tab, closed: true } satisfies Message)
        channel.addEventListener('message', onMessage)
        addEventListener('pagehide', onLeave)
        channel.postMessage({ from: tab, asks: true } satisfies Message)
        return () => {
          removeEventListener('pagehide', onLeave)
          channel.removeEventListener('message', onMessage)
        }
      },
    }),
  )
}
