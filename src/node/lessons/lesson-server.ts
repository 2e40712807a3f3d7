import { virtualFiles } from '#config/rules/files.ts'
import type { TestServer } from '#lesson/test-lesson.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { exceptTerminal } from '#server/auth/except-terminal.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { freshWorld, type WorldRecord } from '#world/fresh-world.ts'
import { worldOnDemand } from '#world/world-on-demand.ts'

const origin = 'http://orchard.test'

/**
 * Returns a function that starts servers in memory as a page starts that of an empty cluster: the same users, the same
 * simulated world. The keys of the world are made once, because that takes longer than a lesson.
 */
export function lessonServers(): () => Promise<TestServer> {
  let fresh: Promise<WorldRecord> | null = null
  return () => startServer(() => (fresh ??= freshWorld(Date.now())))
}

async function startServer(fresh: () => Promise<WorldRecord>): Promise<TestServer> {
  const clock = createSimulatedClock()
  const log = createMemoryLog({ clock })
  const { fetch, sendSpans, debugMore, prepare, fileNames, readFile } = worldOnDemand(clock, {
    load: fresh,
    save: async () => undefined,
  })
  const server = await startOrchard({
    log,
    clock,
    authenticator: firstOf([actingAs, exceptTerminal(authenticateAllAs(loopbackAdministrator, 'this test'))]),
    authorizationMode: 'RBAC',
    debug: true,
    fetch,
    sendSpans,
    debugMore,
    configHost: { prepare, files: () => virtualFiles(fileNames()), readFile },
  })
  return {
    send: (path, init) => server.fetch(new Request(`${origin}${path}`, init), { rawTarget: path }),
    async close() {
      server.close()
      await log.close()
    },
  }
}
