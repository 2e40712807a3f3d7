import type { ApiObject } from '#api/object-meta.ts'
import type { Clock } from '#api/clock.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import type { SchedulingDecision } from '#facts/scheduling.ts'

/** Picks one of several nodes that are equally good for a pod. */
export type PickNode = (pod: ApiObject, names: readonly string[]) => string

/** Dependencies of a controller: the API as any client sees it, and the server's clock. */
export interface ControllerHost {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Wraps work that is no request, for hosts that wait until loops are idle. */
  readonly during?: (<Value>(work: Promise<Value>) => Promise<Value>) | undefined
  /** The authorities of the server's certificate in PEM. Default: none. */
  readonly rootCertificates?: string
  /** True if the garbage collector acts at once, as the original's beside the loops of its workloads. Default: false. */
  readonly isPrompt?: () => boolean
  /** Called for each change of {@link Controller.status}. */
  readonly changed: (status: ControllerStatus) => void
  /** Default: by a hash of the pod's uid. */
  readonly pickNode?: PickNode | undefined
  /** Called for each run of the scheduler for a pod. */
  readonly onScheduled?: (decision: SchedulingDecision) => void
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
  /** While paused, acts on the next thing that waits. Nothing happens if nothing waits. [LC102] */
  step(): void
  /** Waits this long before each act. [LC102] */
  setDelay(ms: number): void
  /** Stops or starts the reports of a simulated node's kubelet. Absent in other controllers. */
  setSilent?(silent: boolean): void
  stop(): void
}
