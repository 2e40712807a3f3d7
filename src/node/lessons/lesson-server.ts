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
import { openWorld, type World } from '#world/world.ts'

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
  let opened: Promise<World> | null = null
  let files: Readonly<Record<string, string>> = {}
  const world = (): Promise<World> =>
    (opened ??= openWorld(clock, {
      load: fresh,
      save: async (record) => {
        files = record.files
      },
    }).then((made) => {
      files = made.state().files
      return made
    }))
  const server = await startOrchard({
    log,
    clock,
    authenticator: firstOf([actingAs, exceptTerminal(authenticateAllAs(loopbackAdministrator, 'this test'))]),
    authorizationMode: 'RBAC',
    debug: true,
    fetch: async (request, options) => (await world()).fetch(request, options),
    sendSpans: async (endpoint, bytes, dial) => (await world()).sendSpans(endpoint, bytes, dial),
    debugMore: async (request, path) =>
      path.startsWith('/debug/world') ? (await world()).control(request, path) : null,
    configHost: {
      prepare: async () => void (await world()),
      files: () => virtualFiles(Object.keys(files)),
      readFile: async (path) => {
        const text = new Map(Object.entries((await world()).state().files)).get(path)
        if (text === undefined) throw new Error(`open ${path}: no such file or directory`)
        return text
      },
    },
  })
  return {
    send: (path, init) => server.fetch(new Request(`${origin}${path}`, init), { rawTarget: path }),
    async close() {
      server.close()
      await log.close()
    },
  }
}
