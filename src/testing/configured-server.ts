import { virtualFiles } from '#config/rules/files.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import type { SimulatedClock } from '#server/debug/simulated-clock.ts'
import type { ConfigStore } from '#server/settings/running-configs.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import type { WorldRecord } from '#world/fresh-world.ts'
import { openWorld, type World } from '#world/world.ts'

/** A server whose configuration files refer to a simulated world, as those of the page do. */
export interface ConfiguredServer {
  readonly world: World
  readonly orchard: Orchard
}

/**
 * Starts the server in memory, with its introspection and a copy of the world `first`, because keys are expensive to
 * make. Callers are the administrator, or act as anybody.
 */
export async function startConfigured(
  clock: SimulatedClock,
  first: WorldRecord,
  configStore?: ConfigStore,
): Promise<ConfiguredServer> {
  const world = await openWorld(clock, { load: async () => structuredClone(first), save: async () => undefined })
  const orchard = await startOrchard({
    log: createMemoryLog({ clock }),
    clock,
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'this test')]),
    debug: true,
    fetch: world.fetch,
    sendSpans: world.sendSpans,
    debugMore: world.control,
    configStore,
    configHost: {
      files: () => virtualFiles(Object.keys(world.state().files)),
      readFile: async (path) => world.state().files[path] ?? '',
    },
  })
  return { world, orchard }
}
