import { requestTimeout } from '#api/api-error.ts'
import { createAllocations } from '#server/registry/allocation.ts'
import type { Registry } from '#server/registry/registry.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { Call } from './call.ts'

/** The registry of a server, from which {@link registryOf} makes one for each call. */
export const createRegistry = (parts: Omit<Registry, 'allocations' | 'rest'>): Registry => ({
  ...parts,
  allocations: createAllocations(),
})

/**
 * The registry for one call: it records the duration of each read and write of the store in the request trace, and the
 * written revision in the outcome. [DOC4]
 */
export function registryOf({ server, context }: Call): Registry {
  const { objects, cache, clock, uid, random, otherLineUpTo, allocations } = server.registry
  const noting: ObjectStore = {
    log: objects.log,
    revision: () => objects.revision(),
    compacted: () => objects.compacted(),
    get: (key, at) => context.requestTrace.timed('storage', `read ${key}`, () => objects.get(key, at)),
    list: (request) => context.requestTrace.timed('storage', `read ${request.prefix}`, () => objects.list(request)),
    watch: (request) => objects.watch(request),
    write: async (request) => {
      // The client has already received the timeout: the object must not be stored. [RQ8]
      if (context.deadlineMs !== undefined && clock.now() >= context.deadlineMs) throw requestTimeout()
      const written = await context.requestTrace.timed('storage', `write ${request.key}`, () => objects.write(request))
      if (written.type === 'written') context.outcome.wrote = written.stored.revision
      return written
    },
  }
  // Written out for each request: a spread that gets one more property than its source takes V8 ten times as long.
  const { rest } = context.requestTrace
  return { objects: noting, cache, clock, uid, random, otherLineUpTo, allocations, rest }
}
