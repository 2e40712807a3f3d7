import type { TrialUser } from '#facts/config-api.ts'
import type { LifeStatus } from '#facts/debug-api.ts'
import type { SchedulingDecision } from '#facts/scheduling.ts'
import type { ClockStatus, ControllerStatus } from '#facts/fact.ts'
import type { Sample } from './samples.ts'
import type { SimulatedClock } from './simulated-clock.ts'

/** A controller that `/debug/controllers` lists and can pause, step and slow. */
export interface ControlledLoop {
  status(): ControllerStatus
  setPaused(paused: boolean): void
  step(): void
  setDelay(ms: number): void
  setSilent?(silent: boolean): void
}

/** The loops and simulated nodes of a server, which start and stop together. */
export interface ControlledLife {
  status(): LifeStatus
  /** Records in the cluster's ConfigMap that controllers and nodes run or do not run, and the number of nodes. */
  declare(running: boolean, nodes: number): Promise<void>
  start(options: { readonly runs: (name: string) => boolean; readonly nodes: number }): Promise<void>
  stop(): void
  decision(namespace: string, name: string): SchedulingDecision | undefined
}

/** The controls of a server that its host makes available under `/debug/`. */
export interface Simulator {
  /** `null` if the server runs in real time: then the clock can only be read. */
  readonly clock: SimulatedClock | null
  readonly now: () => number
  readonly loops: () => readonly ControlledLoop[]
  readonly life: () => ControlledLife
  /** Recreates the initial objects after a reset. */
  readonly seed: () => Promise<void>
  /** Returns a user by name with the groups of its newest request; without groups if it sent none recently. */
  readonly userNamed: (name: string) => TrialUser
  /** Serves a request of a client. */
  readonly send: (request: Request) => Promise<Response>
  /** The clusters that can replace the current one. */
  readonly samples: readonly Sample[]
}

export const clockStatus = ({ clock, now }: Simulator): ClockStatus =>
  clock?.status() ?? { nowMs: now(), frozen: false, offsetMs: 0 }
