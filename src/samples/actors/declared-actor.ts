import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import { readMatch, StageError, type Wanted } from '#api/stage-match.ts'

/** Action of an actor on an object whose conditions hold. The form is that of the simulated nodes. docs/simulated-nodes.md */
export interface ActorStage {
  readonly name: string
  readonly match: ReadonlyMap<string, Wanted>
  /** Wait: `ms`, and by chance up to `jitterMs` more. */
  readonly delay: { readonly ms: number; readonly jitterMs: number }
  /** The chance of this stage among those that match; `null`: the first that matches is taken. */
  readonly weight: number | null
  /** `null`: the object rests. */
  readonly next: {
    /** A merge patch. `$spec.stock`, `$spec.stock-1` and `$now` stand for values. */
    readonly patch: JsonObject
    /** Subresource that takes the patch; `''` for the object. */
    readonly subresource: string
  } | null
}

/** Objects that an actor visits in turn, without the right to list them: an empty patch reads them. */
export interface Visits {
  readonly collection: string
  readonly names: readonly string[]
  readonly everyMs: number
}

/** A simulated client: who it is, which objects it meets, and what it does to them. */
export interface DeclaredActor {
  readonly name: string
  readonly groups: readonly string[]
  readonly seed: number
  /** Collection whose objects it follows by list and watch; `''` if it visits. */
  readonly follows: string
  readonly visits: Visits | null
  readonly stages: readonly ActorStage[]
}

const numberOf = (value: Json | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
const textsOf = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** The shortest time between two visits: an actor is no load test. */
const EVERY_MS_MIN = 50

function toVisits(value: Json | undefined): Visits | null {
  if (!isObject(value)) return null
  const [collection, names] = [textOf(value['collection']), textsOf(value['names'])]
  if (!/^\/apis?\//.test(collection)) throw new StageError('visits.collection must be the path of a collection')
  if (names.length === 0) throw new StageError('visits.names must name an object')
  return { collection, names, everyMs: Math.max(EVERY_MS_MIN, numberOf(value['everyMs'], 1000)) }
}

function toStage(value: Json, at: number): ActorStage {
  if (!isObject(value)) throw new StageError(`stage ${at}: must be an object`)
  const { name, match = {}, delay = {}, next = null } = value
  if (typeof name !== 'string' || name === '') throw new StageError(`stage ${at}: name is required`)
  if (!isObject(match) || !isObject(delay)) throw new StageError(`stage ${name}: match and delay must be objects`)
  return {
    name,
    match: readMatch(name, match),
    delay: { ms: numberOf(delay['ms'], 0), jitterMs: Math.max(0, numberOf(delay['jitterMs'], 0)) },
    weight: typeof value['weight'] === 'number' ? value['weight'] : null,
    next: toNext(name, next),
  }
}

function toNext(stage: string, next: Json): ActorStage['next'] {
  if (next === null) return null
  const patch = isObject(next) ? next['patch'] : undefined
  if (!isObject(next) || !isObject(patch)) throw new StageError(`stage ${stage}: next.patch must be an object`)
  return { patch, subresource: textOf(next['subresource']) }
}

/** Reads the declaration of an actor. @throws StageError */
export function readActor(value: Json): DeclaredActor {
  if (!isObject(value)) throw new StageError('an actor must be an object')
  const { name, stages } = value
  if (typeof name !== 'string' || name === '') throw new StageError('name is required')
  if (!Array.isArray(stages) || stages.length === 0) throw new StageError('stages must be a list')
  const [follows, visits] = [textOf(value['follows']), toVisits(value['visits'])]
  if (follows === '' && visits === null) throw new StageError('follows or visits is required')
  if (follows !== '' && !/^\/apis?\//.test(follows)) throw new StageError('follows must be the path of a collection')
  return {
    name,
    groups: textsOf(value['groups']),
    seed: Math.trunc(numberOf(value['seed'], 1)),
    follows,
    visits,
    stages: stages.map(toStage),
  }
}
