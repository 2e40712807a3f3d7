import type { ApiObject } from '#api/object-meta.ts'
import type { Clock } from '#api/clock.ts'
import type { ControllerStatus } from '#facts/fact.ts'

/** Dependencies of a controller: the API as any client sees it, and the server's clock. */
export interface ControllerHost {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** The authorities of the server's certificate in PEM. Default: none. */
  readonly rootCertificates?: string
  /** Whether the garbage collector acts at once, as the original's beside the loops of its workloads. Default: false. */
  readonly isPrompt?: () => boolean
  /** Called for each change of {@link Controller.status}. */
  readonly changed: (status: ControllerStatus) => void
  /** Checks whether the server behind an APIService answers. Default: no APIService is checked. */
  readonly checkApiService?: (service: ApiObject) => Promise<Availability>
}

/** The condition Available of an APIService. */
export interface Availability {
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** A controller. While it is paused, it still receives changes, but acts on them only when it resumes. */
export interface Controller {
  status(): ControllerStatus
  setPaused(paused: boolean): void
  stop(): void
}
