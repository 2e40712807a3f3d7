import type { ClockStatus, ControllerStatus } from '#facts/fact.ts'
import type { SimulatedClock } from './simulated-clock.ts'

/** A background loop as `/debug/controllers` shows and stops it. */
export interface ControlledLoop {
  status(): ControllerStatus
  setPaused(paused: boolean): void
}

/** What a host lets people do to its server from `/debug/`. */
export interface Simulator {
  /** Absent where the server runs on the real time: then the clock can only be read. */
  readonly clock: SimulatedClock | null
  readonly now: () => number
  readonly loops: () => readonly ControlledLoop[]
  /** Makes the first namespaces again, after a reset. */
  readonly seed: () => Promise<void>
}

export const clockStatus = ({ clock, now }: Simulator): ClockStatus =>
  clock?.status() ?? { nowMs: now(), frozen: false, offsetMs: 0 }
