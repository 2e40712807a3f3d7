import { chooseRevision, returnToLive, travelTo } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { causeChain } from '#ui/rail/causes/cause-chain.ts'

/** The time that each step of a chain is shown. */
const stepMs = 1500

export interface PlayState {
  /** The revision that is shown; `null` while nothing is played. */
  readonly at: number | null
}

interface PlayVerbs {
  /** Steps through the chain of a write from its first cause, with the server's clock paused. */
  play(revision: number): Promise<void>
  /** Returns to Live and lets the clock run again. */
  stop(): Promise<void>
}

/** Creates the player of chains. [CH3] */
export const createPlayer = (lab: Lab): ReadableStore<PlayState> & PlayVerbs =>
  createOwnedStore<PlayState, PlayVerbs>({ at: null }, ({ setState }) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasFrozen = false
    const stop = async (): Promise<void> => {
      clearTimeout(timer)
      setState({ at: null })
      returnToLive(lab)
      if (!wasFrozen) await lab.clock.setFrozen(false)
    }
    return {
      stop,
      async play(revision) {
        const steps = causeChain(lab.cluster.getState().rows, revision)
        wasFrozen = lab.clock.store.getState().frozen
        await lab.clock.setFrozen(true)
        const show = (at: number): void => {
          const step = steps[at]
          if (step === undefined) {
            void stop()
            return
          }
          setState({ at: step.row.revision })
          chooseRevision(lab, step.row)
          travelTo(lab, step.row.revision)
          timer = setTimeout(() => show(at + 1), stepMs)
        }
        show(0)
      },
    }
  })
