import type { ApiObject } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import { followCollection, type FollowOptions } from '#client/follow.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { isConflict, isNotFound } from './garbage-collector/owner-finder.ts'
import { managerAgent, ownClient, userOf } from '#server/controllers/shared/own-client.ts'
import { controlsOf, createWorkQueue, type WorkQueue } from '#server/controllers/shared/work-queue.ts'

interface LoopOptions {
  /** The name of the controller. */
  readonly name: string
  /** The name of its client, and of its service account. A loop with {@link account} has the client of all such loops. */
  readonly manager?: string
  /** The service account of a loop of the controller manager. */
  readonly account?: string
  /** The user of its requests. Default: its service account. */
  readonly user?: string
  /** Reconciles one key. Returns false to requeue it. */
  readonly sync: (client: ApiClient, key: string) => Promise<boolean>
}

type Handlers = Pick<FollowOptions, 'onList' | 'onEvent' | 'fieldSelector'>

/** The parts of a controller with one queue: its client, the collections that it follows, and its end. */
export interface ControllerLoop {
  readonly client: ApiClient
  readonly queue: WorkQueue
  /** Follows a collection until the controller stops. */
  follow(path: string, handlers: Handlers): void
  /** Keeps `known` equal to a cluster-scoped collection, by name. Calls `changed` after the list and after each event. */
  mirror(path: string, known: Map<string, ApiObject>, changed: () => void): void
  /** Returns the controller. `stop` is called when it stops. */
  controller(stop?: () => void): Controller
}

export function createLoop({ fetch, clock, changed }: ControllerHost, options: LoopOptions): ControllerLoop {
  const { manager = managerAgent, account = manager, user = userOf(account) } = options
  const { client, headers } = ownClient(fetch, manager, user)
  const ending = new AbortController()
  const queue = createWorkQueue({ name: options.name, clock, changed, sync: (key) => options.sync(client, key) })
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))
  const follow = (path: string, handlers: Handlers): void =>
    void followCollection({ fetch, path, headers, signal: ending.signal, pause, ...handlers })
  return {
    client,
    queue,
    follow,
    mirror(path, known, onChange) {
      follow(path, {
        onList(items) {
          known.clear()
          for (const item of items) known.set(item.metadata.name ?? '', item)
          onChange()
        },
        onEvent({ type, object }) {
          const name = object.metadata.name ?? ''
          if (type === 'DELETED') known.delete(name)
          else known.set(name, object)
          onChange()
        },
      })
    },
    controller: (stop) => ({
      ...controlsOf(queue),
      stop() {
        ending.abort()
        stop?.()
        queue.stop()
      },
    }),
  }
}

/** Runs a write of the object `name`. Returns true if it succeeded or the object is gone, false after a conflict. */
export async function settled(write: () => Promise<unknown>, name: string): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isNotFound(error, name)) return true
    if (isConflict(error)) return false
    throw error
  }
}
