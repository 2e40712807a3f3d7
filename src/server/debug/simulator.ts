import type { ClockStatus, ControllerStatus } from '#facts/fact.ts'
import type { Sample } from './samples.ts'
import type { SimulatedClock } from './simulated-clock.ts'

/** A controller that `/debug/controllers` lists and can pause. */
export interface ControlledLoop {
  status(): ControllerStatus
  setPaused(paused: boolean): void
}

/** The controls of a server that its host makes available under `/debug/`. */
export interface Simulator {
  /** `null` if the server runs in real time: then the clock can only be read. */
  readonly clock: SimulatedClock | null
  readonly now: () => number
  readonly loops: () => readonly ControlledLoop[]
  /** Recreates the initial objects after a reset. */
  readonly seed: () => Promise<void>
  /** The clusters that can replace the current one. */
  readonly samples: readonly Sample[]
}

export const clockStatus = ({ clock, now }: Simulator): ClockStatus =>
  clock?.status() ?? { nowMs: now(), frozen: false, offsetMs: 0 }
