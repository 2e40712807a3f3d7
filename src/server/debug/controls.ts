import { knownBody } from '#api/bodies/known-body.ts'
import { errorText } from '#api/error-text.ts'
import { ApiError, badRequest } from '#api/api-error.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { toRevision } from '#api/revision.ts'
import type { DebugFeatures, LifeStatus } from '#facts/debug-api.ts'
import type { SchedulingDecision } from '#facts/scheduling.ts'
import type { ClockStatus, ControllerStatus, StorageStatus } from '#facts/fact.ts'
import type { WatchCacheStatus } from '#facts/debug-api.ts'
import type { RequestContext } from '#server/request/request-context.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import { FeatureGateError } from '#server/features/feature-gates.ts'
import type { FactHub } from './fact-hub.ts'
import { reading } from './introspection.ts'
import { clockStatus, type ControlledLoop, type Simulator } from './simulator.ts'
import { deleteEverything, readSnapshot, storeSnapshot } from './snapshot.ts'

/** The size limit of an imported snapshot. */
const snapshotBytesMax = 256 * 1024 * 1024

async function readText({ request }: RequestContext, bytesMax: number): Promise<string> {
  // The platform's Request would be created to read what is in memory already.
  const bytes = knownBody(request) ?? new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength > bytesMax) throw new ApiError('RequestEntityTooLarge', `more than ${bytesMax} bytes`)
  return new TextDecoder().decode(bytes)
}

/** Reads the body as JSON. @throws ApiError BadRequest, RequestEntityTooLarge */
async function readJson(context: RequestContext, bytesMax = 65_536): Promise<Json> {
  const text = await readText(context, bytesMax)
  try {
    return text.trim() === '' ? {} : (JSON.parse(text) as Json)
  } catch (error) {
    throw badRequest(`the body is no JSON: ${errorText(error)}`)
  }
}

/** Reads the body as a JSON object; an empty body is `{}`. @throws ApiError BadRequest, RequestEntityTooLarge */
export async function readOptions(context: RequestContext, bytesMax?: number): Promise<JsonObject> {
  const body = await readJson(context, bytesMax)
  if (!isObject(body)) throw badRequest('the body is a JSON object')
  return body
}

function optional<Type extends 'number' | 'boolean'>(
  body: JsonObject,
  name: string,
  type: Type,
): (Type extends 'number' ? number : boolean) | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== type || (typeof value === 'number' && !Number.isFinite(value)))
    throw badRequest(`${name} is a ${type}`)
  return value as Type extends 'number' ? number : boolean
}

/** Sets feature gates. An invalid body changes none. [FG6] */
export async function setFeatures(
  context: RequestContext,
  { features }: ServerContext,
  hub: FactHub,
): Promise<DebugFeatures> {
  const entries = Object.entries(await readOptions(context)).map(([name, value]) => {
    if (typeof value !== 'boolean') throw badRequest(`missing bool value for ${name}`)
    return [name, value] as const
  })
  try {
    features.set(new Map(entries))
    hub.report({ type: 'features' })
  } catch (error) {
    if (error instanceof FeatureGateError) throw badRequest(error.message)
    throw error
  }
  return { features: features.list() }
}

/** Compacts the log at once, although history is kept for five minutes by default. Returns the log's status. [DB7] */
export async function compact(
  context: RequestContext,
  server: ServerContext,
  report: () => void,
): Promise<StorageStatus> {
  const { log } = server.registry.objects
  const body = await readOptions(context)
  const revision = optional(body, 'revision', 'number') ?? log.revision()
  if (!Number.isSafeInteger(revision) || revision < 0) throw badRequest('revision is a whole number')
  if (revision > 0) await reading(() => log.compact(toRevision(revision)))
  report()
  return log.status()
}

/** Freezes, resumes or advances the simulated clock. Time never goes back. [DB1] */
export async function setClock(context: RequestContext, simulator: Simulator, hub: FactHub): Promise<ClockStatus> {
  const { clock } = simulator
  if (clock === null) throw new ApiError('MethodNotAllowed', 'this server runs on the real time')
  const body = await readOptions(context)
  const frozen = optional(body, 'frozen', 'boolean')
  const advanceMs = optional(body, 'advanceMs', 'number') ?? 0
  if (advanceMs < 0) throw badRequest('advanceMs: time does not go back')
  if (frozen !== undefined) clock.setFrozen(frozen)
  if (advanceMs > 0) clock.advance(advanceMs)
  hub.report({ type: 'clock', clock: clockStatus(simulator) })
  return clockStatus(simulator)
}

const nodesMax = 100

/** Starts or stops all loops and simulated nodes. [LC99] */
export async function setLife(context: RequestContext, simulator: Simulator): Promise<LifeStatus> {
  const body = await readOptions(context)
  const running = optional(body, 'running', 'boolean') ?? true
  const nodes = optional(body, 'nodes', 'number') ?? 0
  if (!Number.isInteger(nodes) || nodes < 0 || nodes > nodesMax) throw badRequest(`nodes is from 0 to ${nodesMax}`)
  const life = simulator.life()
  if (running) await life.start({ runs: () => true, nodes })
  else life.stop()
  await life.declare(running, life.status().nodes)
  return life.status()
}

const delayMsMax = 60_000

/** Pauses, resumes, steps or slows a controller. [DB8] [LC102] */
export async function setController(
  context: RequestContext,
  simulator: Simulator,
  name: string,
  hub: FactHub,
): Promise<ControllerStatus> {
  const loop = simulator.loops().find((each) => each.status().name === name)
  if (loop === undefined) throw new ApiError('NotFound', `there is no controller ${JSON.stringify(name)}`)
  const acts = controlActs(loop, await readOptions(context))
  if (acts.length === 0) throw badRequest('one of paused, step, delayMs or silent is required')
  for (const act of acts) act()
  hub.report({ type: 'controller', controller: loop.status() })
  return loop.status()
}

/** Reads the change of a controller from a body. @throws ApiError BadRequest */
function controlActs(loop: ControlledLoop, body: JsonObject): readonly (() => void)[] {
  const paused = optional(body, 'paused', 'boolean')
  const delayMs = optional(body, 'delayMs', 'number')
  const silent = optional(body, 'silent', 'boolean')
  if (delayMs !== undefined && (delayMs < 0 || delayMs > delayMsMax))
    throw badRequest(`delayMs is from 0 to ${delayMsMax}`)
  if (silent !== undefined && loop.setSilent === undefined) throw badRequest('only a simulated node can be silent')
  return [
    paused !== undefined && (() => loop.setPaused(paused)),
    delayMs !== undefined && (() => loop.setDelay(delayMs)),
    silent !== undefined && (() => loop.setSilent?.(silent)),
    optional(body, 'step', 'boolean') === true && (() => loop.step()),
  ].filter((act) => act !== false)
}

/** Returns the last run of the scheduler for a pod. [LC101] */
export function readDecision({ target: { query } }: RequestContext, simulator: Simulator): SchedulingDecision {
  const [namespace, name] = [query.get('namespace') ?? '', query.get('name') ?? '']
  const decision = simulator.life().decision(namespace, name)
  if (decision === undefined)
    throw new ApiError('NotFound', `the scheduler has not looked at pod ${namespace}/${name} since the server started`)
  return decision
}

const lagMsMax = 60_000

/** Returns the configured and the current lag of the watch cache. [WC4] */
export const cacheStatus = ({ registry: { cache, objects } }: ServerContext): WatchCacheStatus => ({
  lagMs: cache.lagMs(),
  revision: cache.revision(),
  newest: objects.revision(),
})

/** Sets the lag of the watch cache, so that reads which allow stale data return it. [WC4] */
export async function setCache(context: RequestContext, server: ServerContext): Promise<WatchCacheStatus> {
  const lagMs = optional(await readOptions(context), 'lagMs', 'number')
  if (lagMs === undefined || !Number.isSafeInteger(lagMs) || lagMs < 0 || lagMs > lagMsMax)
    throw badRequest(`lagMs is a whole number of milliseconds, at most ${lagMsMax}`)
  server.registry.cache.setLag(lagMs)
  return cacheStatus(server)
}

/** Deletes all objects and compacts their history, then creates the initial objects. Revisions continue. [DB5] */
export async function reset(server: ServerContext, simulator: Simulator, hub: FactHub): Promise<StorageStatus> {
  const { objects } = server.registry
  await reading(() => deleteEverything(objects))
  hub.forget()
  hub.report({ type: 'reset', timeMs: simulator.now() })
  await simulator.seed()
  return objects.log.status()
}

/** Replaces all objects with those of a snapshot. An invalid snapshot changes nothing. [DB6] */
export async function importSnapshot(
  context: RequestContext,
  server: ServerContext,
  simulator: Simulator,
  hub: FactHub,
): Promise<StorageStatus> {
  const placed = readSnapshot(await readJson(context, snapshotBytesMax), server.resources())
  const { objects } = server.registry
  await reading(() => deleteEverything(objects))
  hub.forget()
  hub.report({ type: 'reset', timeMs: simulator.now() })
  await reading(() => storeSnapshot(objects, placed))
  await simulator.seed()
  return objects.log.status()
}
