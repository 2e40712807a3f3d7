import type { Clock } from '#api/clock.ts'
import { randomName } from '#api/random-name.ts'
import { SeededRandom } from '#api/seeded-random.ts'
import { forkContents } from '#clusters/fork-contents.ts'
import { LOOPBACK_HEADER } from '#server/auth/loopback-user.ts'
import type { SimulatedClock } from '#server/debug/simulated-clock.ts'
import type { ReceiveRequest } from '#server/receive-requests.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import type { Log } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { createObjects } from './create-objects.ts'
import { createLibraryClock, nextTurn, readDuration } from './library-clock.ts'
import { servedKinds } from './kind-set.ts'
import { isOpenable } from './log-source.ts'
import { LoopActivity } from './loop-activity.ts'
import { callersOf, checkOptions, readNow, runsBy } from './read-options.ts'
import { Repeatable } from './repeatable.ts'
import { isPath, toRequest } from './to-request.ts'
import { Turns } from './turns.ts'
import type { HostedServer } from './hosted-server.ts'
import type { OrchardClock, OrchardObjects, OrchardOptions, OrchardServer } from './orchard-server.ts'

/**
 * Starts an API server in this process.
 *
 * @example
 * const server = await createOrchard({
 *   seed: 7,
 *   now: '2026-01-01T00:00:00Z',
 *   objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
 * })
 * const answer = await server.fetch('/api/v1/namespaces/shop')
 *
 * @throws TypeError for a wrong option; Error with the server's words for an object that is refused
 */
export async function createOrchard(options: OrchardOptions = {}): Promise<OrchardServer> {
  checkOptions(options)
  const { seed, log: source, objects = [] } = options
  const clock = createLibraryClock(readNow(options.now))
  const repeatable = seed === undefined ? null : new Repeatable(new SeededRandom(seed))
  const server = await LibraryServer.start({ options, clock, repeatable, log: await openLog(source, clock) })
  try {
    await server.settled()
    await server.create(objects)
    await server.settled()
  } catch (error) {
    await server.close()
    throw error
  }
  return server
}

async function openLog(source: OrchardOptions['log'], clock: Clock): Promise<Log> {
  if (source === undefined) return createMemoryLog({ clock })
  if (!isOpenable(source)) throw new TypeError('createOrchard: log is made by indexedDb(name) or folder(path)')
  return source.open(clock)
}

/** The state from which a server and its forks are made. */
interface Parts {
  readonly options: OrchardOptions
  readonly clock: SimulatedClock
  /** `null`: uids and names are random. */
  readonly repeatable: Repeatable | null
  readonly log: Log
}

class LibraryServer implements HostedServer {
  readonly clock: OrchardClock
  readonly receive: ReceiveRequest
  readonly #parts: Parts
  readonly #orchard: Orchard
  readonly #activity: LoopActivity
  readonly #secret: string

  private constructor(parts: Parts, orchard: Orchard, inner: { activity: LoopActivity; secret: string }) {
    this.#parts = parts
    this.#orchard = orchard
    this.receive = (request, extras) => inner.activity.ofClient(request.method, () => orchard.fetch(request, extras))
    this.#activity = inner.activity
    this.#secret = inner.secret
    const { clock } = parts
    this.clock = {
      now: () => clock.now(),
      advance: async (by) => this.#activity.advance(clock, readDuration(by)),
    }
  }

  static async start(parts: Parts): Promise<LibraryServer> {
    const { options, clock, repeatable, log } = parts
    const { outbound } = options
    const secret = crypto.randomUUID()
    const isRepeatable = repeatable !== null && options.now !== undefined && (options.loops ?? []).length > 0
    const activity = new LoopActivity(isRepeatable ? new Turns(clock) : null)
    const runs = runsBy(options)
    const orchard = await startOrchard({
      log,
      clock,
      kinds: servedKinds(options.kinds),
      ...callersOf(options, secret),
      authorizationMode: options.authorization ?? 'RBAC',
      ...(repeatable === null ? { random: randomName } : { uid: repeatable.uid, random: repeatable.name }),
      // A webhook may send requests to this server, which then do not wait for their turn.
      ...(outbound === undefined ? {} : { fetch: (request: Request) => activity.outside(() => outbound(request)) }),
      // Not of the seed: uids must not depend on how often somebody reads.
      auditId: () => crypto.randomUUID(),
      runs,
      life: { runs, nodes: options.nodes },
      controllerFetch: activity.observe,
      controllerWork: activity.during,
      // Only the tests of a server decide when history ends.
      historyMs: Number.MAX_SAFE_INTEGER,
      // The point at which a long request pauses depends on the speed of the machine.
      ...(repeatable === null ? { pause: nextTurn } : {}),
      debug: true,
    })
    return new LibraryServer(parts, orchard, { activity, secret })
  }

  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response> {
    return this.receive(toRequest(input, init), isPath(input) ? { rawTarget: input } : {})
  }

  /** Sends a request of the library itself, which may do everything. */
  readonly #send = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set(LOOPBACK_HEADER, `${this.#secret} orchard`)
    return this.fetch(path, { ...init, headers })
  }

  revision(): number {
    return this.#parts.log.revision()
  }

  create(objects: OrchardObjects): Promise<void> {
    return createObjects(this.#send, objects)
  }

  async fork(): Promise<OrchardServer> {
    const { options, log, clock, repeatable } = this.#parts
    const isStopped = options.now !== undefined
    const forkClock = createLibraryClock(isStopped ? clock.now() : null, isStopped ? 0 : clock.status().offsetMs)
    const revision = log.revision()
    const contents = revision === 0 ? undefined : await forkContents(log, revision)
    return LibraryServer.start({
      options,
      clock: forkClock,
      repeatable: repeatable?.copy() ?? null,
      log: createMemoryLog({ clock: forkClock, ...(contents && { contents }) }),
    })
  }

  waitForRevision(revision: number | string): Promise<void> {
    const wanted = readRevision(revision)
    const { log } = this.#parts
    return new Promise((resolve, reject) => {
      if (log.revision() >= wanted) return resolve()
      const stop = log.watch('', log.revision(), {
        onEntries(entries) {
          if ((entries.at(-1)?.revision ?? 0) < wanted) return
          stop()
          resolve()
        },
        onEnd: (error) => reject(error ?? new Error(`the server was closed before revision ${wanted}`)),
      })
    })
  }

  settled(): Promise<void> {
    return this.#activity.idle(this.#parts.clock)
  }

  async expireHistory(upTo: number | string = this.revision()): Promise<void> {
    await this.#control('POST', '/debug/compact', { revision: readRevision(upTo) })
  }

  async cutWatches(): Promise<number> {
    const { watches } = (await this.#control('GET', '/debug/watches')) as {
      watches: readonly { readonly id: number }[]
    }
    for (const { id } of watches) await this.#control('DELETE', `/debug/watches/${id}`)
    return watches.length
  }

  async #control(method: string, path: string, body?: object): Promise<unknown> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const response = await this.#send(path, { ...init, headers: { 'content-type': 'application/json' } })
    const answer = (await response.json()) as { readonly message?: string }
    if (!response.ok) throw new Error(answer.message)
    return answer
  }

  async close(): Promise<void> {
    this.#orchard.close()
    await this.#parts.log.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** @throws TypeError if it is no revision */
function readRevision(revision: number | string): number {
  const number = Number(revision)
  if (Number.isSafeInteger(number) && number >= 0 && revision !== '') return number
  throw new TypeError(`${JSON.stringify(revision)} is no revision`)
}
