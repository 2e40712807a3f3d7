import type { Clock } from '#api/clock.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { LoopName } from '#server/controllers/loop-names.ts'
import type { Controller, ControllerHost } from './controller.ts'
import { managerAgent, ownClient, userOf } from './own-client.ts'
import { controlsOf, createWorkQueue, type WorkQueue } from './work-queue.ts'
import { createCauses, type ReactingTo } from './cause.ts'
import { createEventRecorder, type EventRecorder } from './events.ts'
import type { Informers } from './informers.ts'

/** The services that a loop of the controller manager uses. */
export interface Loop extends Pick<ControllerHost, 'pickNode' | 'onScheduled' | 'rootCertificates'> {
  /** While a key is reconciled, the requests of this client name the revision that the loop reacts to. [LC6] */
  readonly client: ApiClient
  readonly reactingTo: ReactingTo
  readonly events: EventRecorder
  readonly clock: Clock
  readonly informers: Informers
  readonly queue: WorkQueue
  /** Runs `act` every `everyMs` until the loop stops. */
  every(everyMs: number, act: () => void): void
}

/** A controller of the controller manager. */
export interface LoopDefinition {
  /** Its name in `--controllers`. */
  readonly name: LoopName
  /** The name of its service account. */
  readonly account: string
  /** The component in its events. Default: {@link account}. */
  readonly component?: string
  /** The user of its requests. Default: that service account. */
  readonly user?: string
  /** The agent of its requests, of which the field manager is the part before the slash. Default: {@link managerAgent}. */
  readonly agent?: string
  readonly workers?: number
  /** Registers the loop's handlers. Returns the function that reconciles one key. */
  readonly start: (loop: Loop) => Reconcile
}

/** Reconciles one key with the loop of this run; a throw is retried with back-off. */
export type Reconcile = (key: string, loop: Loop) => Promise<void>

/** The original's back-off of failed keys: 5 ms, doubled up to 1000 s. */
const retryMsMin = 5
const retryMsMax = 1_000_000

/** Starts a loop. Its keys wait until all collections that it reads are listed. [LC1] */
export function startLoop(host: ControllerHost, informers: Informers, definition: LoopDefinition): Controller {
  const { name, account, user, agent = managerAgent, workers = 5, start } = definition
  const { clock, pickNode, onScheduled, rootCertificates } = host
  const { client, reactingTo } = ownClient(host.fetch, agent, user ?? userOf(account))
  const cancels = new Set<() => void>()
  let sync: Reconcile = () => Promise.resolve()
  let synced: Promise<void> | null = null
  const work = createWorkQueue({
    name,
    clock,
    changed: host.changed,
    workers,
    retryMsMin,
    retryMsMax,
    async sync(key) {
      await (synced ??= informers.synced())
      await sync(key, { ...loop, client: reactingTo(causes.of(key)) })
      return true
    },
  })
  const causes = createCauses(work, informers)
  const { queue } = causes
  const every = (everyMs: number, act: () => void): void => {
    const run = (): void => {
      cancels.delete(cancel)
      act()
      every(everyMs, act)
    }
    const cancel = clock.after(everyMs, run)
    cancels.add(cancel)
  }
  const events = createEventRecorder(reactingTo, clock, definition.component ?? account)
  const more = {
    pickNode,
    ...(onScheduled !== undefined && { onScheduled }),
    ...(rootCertificates !== undefined && { rootCertificates }),
  }
  const loop: Loop = { client, reactingTo, events, clock, informers, queue, every, ...more }
  sync = start(loop)
  return {
    ...controlsOf(queue),
    stop() {
      for (const cancel of cancels) cancel()
      queue.stop()
    },
  }
}
