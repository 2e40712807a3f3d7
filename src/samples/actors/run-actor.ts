import type { Json, JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { SeededRandom } from '#api/seeded-random.ts'
import { followCollection } from '#client/follow.ts'
import { sendAs } from '#samples/send-as.ts'
import type { ActorStage, DeclaredActor } from './declared-actor.ts'
import { filled, nextStage } from './next-stage.ts'

export interface ActorOptions {
  readonly fetch: typeof fetch
  readonly origin: string
  /** The actor's own clock, which may be wrong. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/** Runs a piece of work; a connection that breaks, or the end of the actor, is no fault of ours. */
type Attempt = (work: Promise<unknown>) => void

interface Scene extends ActorOptions {
  readonly actor: DeclaredActor
  readonly random: SeededRandom
  readonly send: typeof fetch
  readonly signal: AbortSignal
  readonly attempt: Attempt
}

const patchType = 'application/merge-patch+json'

async function sendPatch({ actor, send, signal }: Scene, path: string, patch: Json): Promise<Response> {
  return send(`${path}?fieldManager=${encodeURIComponent(actor.name)}`, {
    method: 'PATCH',
    headers: { 'content-type': patchType },
    body: JSON.stringify(patch),
    signal,
  })
}

/** Does what a stage says, after its delay. `latest` returns the object as it is then. */
async function carryOut(
  scene: Scene,
  path: string,
  { delay, next }: ActorStage,
  latest: () => JsonObject,
): Promise<void> {
  if (next === null) return
  const jitter = delay.jitterMs > 0 ? scene.random.below(delay.jitterMs) : 0
  if (delay.ms + jitter > 0) await scene.pause(delay.ms + jitter)
  if (scene.signal.aborted) return
  const target = next.subresource === '' ? path : `${path}/${next.subresource}`
  const answer = await sendPatch(scene, target, filled(next.patch, { object: latest(), nowMs: scene.now() }))
  await answer.body?.cancel()
}

/** Visits the named objects in turn. An empty patch reads one, for actors that may only patch. */
function visit(scene: Scene, { collection, names, everyMs }: NonNullable<DeclaredActor['visits']>): () => void {
  const once = async (name: string): Promise<void> => {
    const path = `${collection}/${encodeURIComponent(name)}`
    const read = await sendPatch(scene, path, {})
    // It may have been deleted; it may be created again.
    if (!read.ok) return read.body?.cancel()
    const object = (await read.json()) as JsonObject
    const stage = nextStage(scene.actor.stages, { object, nowMs: scene.now() }, scene.random)
    if (stage !== undefined) await carryOut(scene, path, stage, () => object)
  }
  let turn = 0
  const timer = setInterval(() => {
    scene.attempt(once(names[turn % names.length] ?? ''))
    turn += 1
  }, everyMs)
  return () => clearInterval(timer)
}

const pathIn = (collection: string, { metadata }: ApiObject): string => {
  const { name = '', namespace } = metadata
  // A collection across namespaces has the objects of each.
  const inside = namespace === undefined || collection.includes('/namespaces/') ? '' : `/namespaces/${namespace}`
  const at = collection.lastIndexOf('/')
  return `${collection.slice(0, at)}${inside}${collection.slice(at)}/${encodeURIComponent(name)}`
}

/** Follows a collection: an object that appears or changes meets its next stage; one at a time. */
function follow(scene: Scene): void {
  const { actor, signal } = scene
  const latest = new Map<string, ApiObject>()
  const busy = new Set<string>()
  const meet = async (path: string): Promise<void> => {
    const object = latest.get(path) as JsonObject | undefined
    if (busy.has(path) || object === undefined) return
    const stage = nextStage(actor.stages, { object, nowMs: scene.now() }, scene.random)
    if (stage === undefined) return
    busy.add(path)
    try {
      await carryOut(scene, path, stage, () => (latest.get(path) as JsonObject | undefined) ?? object)
    } finally {
      busy.delete(path)
    }
    // The object changed meanwhile.
    if (latest.get(path) !== object) await meet(path)
  }
  const see = (object: ApiObject): void => {
    const path = pathIn(actor.follows, object)
    latest.set(path, object)
    scene.attempt(meet(path))
  }
  void followCollection({
    fetch: scene.send,
    path: actor.follows,
    signal,
    pause: scene.pause,
    onList: (items) => items.forEach(see),
    onEvent: ({ type, object }) => {
      if (type === 'ADDED' || type === 'MODIFIED') see(object)
      if (type === 'DELETED') latest.delete(pathIn(actor.follows, object))
    },
  })
}

/**
 * Starts a declared actor: an ordinary client with the permissions of its name and groups. Returns a function that stops
 * it. [ACT3]
 */
export function startActor(actor: DeclaredActor, options: ActorOptions): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const { name, groups } = actor
  const scene: Scene = {
    ...options,
    actor,
    random: new SeededRandom(actor.seed),
    send: sendAs(options.fetch, options.origin, { name, groups, manager: name }),
    signal,
    attempt: (work) => {
      // A server that is being replaced, or a fault on the wire, breaks requests; the next turn tries again.
      work.catch((error: unknown) => {
        if (!(error instanceof TypeError) && !signal.aborted) throw error
      })
    },
  }
  const stop = actor.visits === null ? follow(scene) : visit(scene, actor.visits)
  return () => {
    stop?.()
    stopping.abort()
  }
}
