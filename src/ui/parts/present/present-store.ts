import type { MomentStep } from '#facts/moment.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved } from '#ui/model/saved.ts'

interface PresentState {
  readonly own: readonly MomentStep[]
  /** Index of the step on the stage. */
  readonly index: number
  /** When the presentation began, by the browser's clock. */
  readonly startMs: number
}

interface PresentVerbs {
  /** Shows a step here and in the other tab. */
  show(index: number): void
  /** Follows the other tab. Returns a function that stops it. */
  follow(): () => void
}

export type PresentStore = ReadableStore<PresentState> & PresentVerbs

export const presentStore = (lab: Lab): PresentStore => partState(lab, createPresentStore)

/** Stage and notes are two tabs of one browser that tell each other the step. [PR3] */
function createPresentStore(): PresentStore {
  const channel = new BroadcastChannel(`orchard-present-${currentCluster()}`)
  const { steps } = readSaved<{ readonly steps: readonly MomentStep[] }>('steps', { steps: [] })
  return createOwnedStore<PresentState, PresentVerbs>(
    { own: steps, index: 0, startMs: Date.now() },
    ({ getState, setState }) => ({
      show(index) {
        setState({ index })
        channel.postMessage({ index })
      },
      follow() {
        const onMessage = ({
          data,
        }: MessageEvent<{ readonly index?: unknown; readonly asks?: unknown } | null>): void => {
          if (data?.asks === true) channel.postMessage({ index: getState().index })
          if (typeof data?.index === 'number' && data.index >= 0) setState({ index: data.index })
        }
        channel.addEventListener('message', onMessage)
        channel.postMessage({ asks: true })
        return () => channel.removeEventListener('message', onMessage)
      },
    }),
  )
}
