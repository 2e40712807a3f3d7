import type { Clock } from '#api/clock.ts'
import type { Controller } from './controller.ts'

/** Decides when something that acts may act: at once, later, never, or once for each step. [LC102] */
export interface Pace {
  paused(): boolean
  delayMs(): number
  /** Reports whether it may act now; while paused, this uses up a step. */
  mayAct(): boolean
  /** Resolves after the delay. */
  wait(): Promise<void>
  /** Returns whether this changed anything. */
  setPaused(paused: boolean): boolean
  addStep(): void
  dropSteps(): void
  setDelay(ms: number): void
}

export function createPace(clock: Clock): Pace {
  let paused = false
  let delayMs = 0
  let steps = 0
  return {
    paused: () => paused,
    delayMs: () => delayMs,
    mayAct() {
      if (!paused) return true
      if (steps === 0) return false
      steps -= 1
      return true
    },
    wait: () => (delayMs === 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(delayMs, resolve))),
    setPaused(next) {
      const isNew = next !== paused
      paused = next
      steps = 0
      return isNew
    },
    addStep() {
      if (paused) steps += 1
    },
    dropSteps() {
      steps = 0
    },
    setDelay(ms) {
      delayMs = ms
    },
  }
}

export type PaceControls = Pick<Controller, 'setPaused' | 'step' | 'setDelay'>

/** Controls that tell each change; `drain` starts what may act now. A step of something that does not wait has no effect. */
export const paceControls = (pace: Pace, tell: () => void, drain: () => void): PaceControls => ({
  setPaused(paused) {
    if (!pace.setPaused(paused)) return
    tell()
    if (!paused) drain()
  },
  step() {
    pace.addStep()
    drain()
    pace.dropSteps()
  },
  setDelay(ms) {
    pace.setDelay(ms)
    tell()
  },
})
