import { ApiError } from '#api/api-error.ts'
import { bytesResponse } from '#api/bodies/known-body.ts'
import { toRevision } from '#api/revision.ts'
import type { Fact } from '#facts/fact.ts'
import type { RequestContext } from '#server/request/request-context.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type * as Controls from './controls.ts'
import { createFactHub, type FactHub } from './fact-hub.ts'
import { numberOf, readKeys, readLog, readObjects, readRevision, reading } from './introspection.ts'
import { watchLog } from './log-facts.ts'
import { clockStatus, type Simulator } from './simulator.ts'

export interface DebugSurface {
  /** The server's `report` option. */
  readonly report: (fact: Fact) => void
  /** The server's `debug` option: serves paths under `/debug/`; `null` for unknown ones. */
  readonly handle: (context: RequestContext, server: ServerContext) => Promise<Response | null>
  /** Starts to report writes. The returned function stops it. */
  start(server: ServerContext): () => void
}

interface Call {
  readonly context: RequestContext
  readonly server: ServerContext
  readonly simulator: Simulator
  readonly hub: FactHub
  /** The last segment of a path with a variable last segment. */
  readonly word: string
}

type Endpoint = (call: Call) => Promise<Response>

const jsonType = { headers: { 'content-type': 'application/json' } }

/** Answers with bytes, which hosts send at once: the platform's Response has a stream. */
const json =
  (read: (call: Call) => unknown): Endpoint =>
  async (call) =>
    bytesResponse(new TextEncoder().encode(JSON.stringify(await read(call))), jsonType)

/** An endpoint of `controls.ts`, which is loaded with the first request to one of them. */
const control = (run: (controls: typeof Controls, call: Call) => unknown): Endpoint =>
  json(async (call) => run(await import('./controls.ts'), call))

/** The size limit of requests that are sent in turn: those of a bench hold a large object a few times. */
const sentBytesMax = 16 * 1024 * 1024

/**
 * Handlers by method and path, of which large ones that are seldom asked for are loaded with their first request. `*` matches
 * one segment. All paths are documented in facts/debug-api.ts.
 */
const endpoints: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['GET /debug/facts', async ({ context, hub }) => factStream(context, hub)],
  ['GET /debug/log', json(({ context, server }) => reading(() => readLog(server, context.target.query)))],
  ['GET /debug/log/*', json(({ server, word }) => reading(() => readRevision(server, toRevision(wholeNumber(word)))))],
  ['GET /debug/objects', json(({ context, server }) => reading(() => readObjects(server, context.target.query)))],
  ['GET /debug/keys', json(({ context, server }) => reading(() => readKeys(server, context.target.query)))],
  ['GET /debug/watches', json(({ server }) => ({ watches: server.watches.list() }))],
  ['DELETE /debug/watches/*', json(({ server, word }) => cutWatch(server, wholeNumber(word)))],
  ['GET /debug/tokens', json(({ server }) => ({ tokens: server.tokens.list() }))],
  ['GET /debug/storage', json(({ server }) => server.registry.objects.log.status())],
  [
    'POST /debug/compact',
    control(({ compact }, { context, server, simulator, hub }) =>
      compact(context, server, () => reportCompacted(server, simulator, hub)),
    ),
  ],
  [
    'POST /debug/put-back',
    control(async ({ readOptions }, { context, server }) =>
      (await import('./put-back.ts')).putBack(await readOptions(context), server),
    ),
  ],
  [
    'POST /debug/in-turn',
    control(async ({ readOptions }, { context, simulator }) => {
      const { inTurn } = await import('./in-turn.ts')
      return inTurn(await readOptions(context, sentBytesMax), context.request, simulator.send)
    }),
  ],
  [
    'POST /debug/trials/*',
    json(async ({ context, server, simulator, word }) =>
      (await import('./try-draft.ts')).tryDraft(context, server, { simulator, word }),
    ),
  ],
  [
    'GET /debug/protobuf',
    json(async ({ context }) => (await import('./protobuf-layout.ts')).readProtobuf(context.target.query)),
  ],
  ['GET /debug/clock', json(({ simulator }) => clockStatus(simulator))],
  ['POST /debug/clock', control(({ setClock }, { context, simulator, hub }) => setClock(context, simulator, hub))],
  [
    'GET /debug/controllers',
    json(({ simulator }) => ({ controllers: simulator.loops().map((loop) => loop.status()) })),
  ],
  [
    'POST /debug/controllers/*',
    control(({ setController }, { context, simulator, hub, word }) => setController(context, simulator, word, hub)),
  ],
  ['GET /debug/life', json(({ simulator }) => simulator.life().status())],
  ['POST /debug/life', control(({ setLife }, { context, simulator }) => setLife(context, simulator))],
  ['GET /debug/scheduling', control(({ readDecision }, { context, simulator }) => readDecision(context, simulator))],
  ['GET /debug/watch-cache', control(({ cacheStatus }, { server }) => cacheStatus(server))],
  ['POST /debug/watch-cache', control(({ setCache }, { context, server }) => setCache(context, server))],
  ['GET /debug/features', json(({ server }) => ({ features: server.features.list() }))],
  ['PUT /debug/features', control(({ setFeatures }, { context, server, hub }) => setFeatures(context, server, hub))],
  ['POST /debug/reset', control(({ reset }, { server, simulator, hub }) => reset(server, simulator, hub))],
  ['GET /debug/samples', json(async ({ simulator }) => (await import('./samples.ts')).listSamples(simulator))],
  [
    'POST /debug/samples',
    control(async ({ readOptions }, { context, server, simulator, hub }) => {
      const { loadSample } = await import('./samples.ts')
      return loadSample(await readOptions(context), server, simulator, hub)
    }),
  ],
  [
    'GET /debug/snapshot',
    json(async ({ server, simulator }) =>
      (await import('./snapshot.ts')).takeSnapshot(server.registry.objects, simulator.now()),
    ),
  ],
  [
    'POST /debug/snapshot',
    control(({ importSnapshot }, { context, server, simulator, hub }) =>
      importSnapshot(context, server, simulator, hub),
    ),
  ],
  [
    'GET /debug/requests',
    json(({ context, hub }) => ({ requests: hub.requests(numberOf(context.target.query, 'limit', 1000)) })),
  ],
])

/**
 * Creates the endpoints for introspection and for control of the simulator. They pass the same filters as all
 * requests.
 */
export function createDebugSurface(simulator: () => Simulator): DebugSurface {
  const hub = createFactHub()
  return {
    report: (fact) => hub.report(fact),
    async handle(context, server) {
      const { method } = context.request
      const { path } = context.target
      const parts = path.split('/')
      const word = parts[3] ?? ''
      const pattern = parts.length === 4 ? `/debug/${parts[2] ?? ''}/*` : path
      const endpoint = endpoints.get(`${method} ${pattern}`)
      if (endpoint !== undefined) return endpoint({ context, server, simulator: simulator(), hub, word })
      if ([...endpoints.keys()].some((known) => known.endsWith(` ${pattern}`))) {
        throw new ApiError('MethodNotAllowed', `${path} does not know ${method}`)
      }
      return null
    },
    start: (server) => watchLog(server, simulator(), hub),
  }
}

function factStream({ request, target }: RequestContext, hub: FactHub): Response {
  const replay = Math.min(1000, numberOf(target.query, 'replay', 0))
  return new Response(hub.stream(replay, request.signal), { headers: { 'content-type': 'application/json' } })
}

function wholeNumber(word: string): number {
  if (!/^[0-9]{1,15}$/.test(word)) throw new ApiError('NotFound', `${JSON.stringify(word)} is no number`)
  return Number(word)
}

function cutWatch({ watches }: ServerContext, id: number): { readonly cut: number } {
  if (!watches.cut(id)) throw new ApiError('NotFound', `there is no watch ${id}`)
  return { cut: id }
}

function reportCompacted({ registry }: ServerContext, simulator: Simulator, hub: FactHub): void {
  const { log } = registry.objects
  hub.report({ type: 'compacted', revision: log.compacted(), timeMs: simulator.now() })
  hub.report({ type: 'storage', status: log.status() })
}
