import type { DebugLog } from '#facts/debug-api.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import type { LifeOptions } from '#server/start-life.ts'
import { type Orchard, type OrchardOptions, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { createVirtualTime, type VirtualTime } from './virtual-time.ts'

// A server loads these with its first request, which on a busy machine takes longer than a test may. Here no limit counts.
await Promise.all([
  import('#server/controllers/controller-manager.ts'),
  import('#server/controllers/server-loops.ts'),
  import('#server/controllers/simulated-nodes/default-stages.ts'),
  import('#server/endpoints/verbs/patch-kinds.ts'),
  import('#server/kind-sets/every-kind.ts'),
  import('#server/resources/resource/deviceclasses/validation.ts'),
  import('#server/resources/resource/resourceclaims/validation.ts'),
  import('#server/seed/default-rbac.ts'),
  import('#server/admission/dynamic-plugins.ts'),
])

const running = new Set<Orchard>()

/** Ends all servers that were started since the last call. For `afterEach`. */
export function endServers(): void {
  for (const server of running) server.close()
  running.clear()
}

interface LifeServer {
  readonly clock: VirtualTime
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>
  /** The revision log as the page reads it. */
  rows(): Promise<readonly RevisionRow[]>
}

/** Starts a server with loops and simulated nodes, on a clock that runs as fast as the test. */
export async function startLife(
  life?: LifeOptions,
  controllerFetch?: OrchardOptions['controllerFetch'],
  followsLife = false,
): Promise<LifeServer> {
  const clock = createVirtualTime(Date.parse('2026-03-01T12:00:00Z'))
  const started = await startOrchard({
    log: createMemoryLog({ clock }),
    clock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'a test'),
    debug: true,
    life,
    followsLife,
    ...(controllerFetch && { controllerFetch }),
  })
  running.add(started)
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> =>
    started.fetch(
      new Request(`http://test${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  const rows = async (): Promise<readonly RevisionRow[]> =>
    ((await (await send('GET', '/debug/log?limit=1000')).json()) as DebugLog).rows
  return { clock, send, rows }
}
