import type { Clock } from '#api/clock.ts'
import type { ControllerStatus } from '#facts/fact.ts'

/** What a controller gets: the API as any client has it, and the server's time. */
export interface ControllerHost {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Hears of each change of {@link Controller.status}. */
  readonly changed: (status: ControllerStatus) => void
}

/** A loop in the background. It can be paused: then it hears of changes and acts on them only when it goes on. */
export interface Controller {
  status(): ControllerStatus
  setPaused(paused: boolean): void
  stop(): void
}
