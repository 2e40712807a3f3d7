import type { Json, JsonObject } from '#api/json.ts'
import { isObject } from '#api/json.ts'
import type { SeededRandom } from '#api/seeded-random.ts'
import { fieldAt, matches } from '#api/stage-match.ts'
import type { ActorStage } from './declared-actor.ts'

/** `$` and a path, and perhaps a whole number to add. */
const place = /^\$([A-Za-z][\w.]*)([+-]\d+)?$/

interface Scene {
  readonly object: JsonObject
  readonly nowMs: number
}

const timeText = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/** Returns the value that a text stands for. Numbers do not fall below zero. */
function valueOf(text: string, { object, nowMs }: Scene): Json {
  if (text === '$now') return timeText(nowMs)
  const [, path, added] = place.exec(text) ?? []
  if (path === undefined) return text
  const value = fieldAt(object, path)
  if (added === undefined) return value ?? null
  return Math.max(0, (typeof value === 'number' ? value : 0) + Number(added))
}

/** Returns a patch whose texts with `$` are replaced by the values of the object. [ACT4] */
export function filled(patch: Json, scene: Scene): Json {
  if (typeof patch === 'string') return valueOf(patch, scene)
  if (Array.isArray(patch)) return patch.map((item) => filled(item, scene))
  if (!isObject(patch)) return patch
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, filled(value ?? null, scene)]))
}

/** A condition of a stage may compare with another field: `status.observedGeneration: [$metadata.generation]`. */
const conditions = ({ match }: ActorStage, scene: Scene): ActorStage['match'] =>
  new Map(
    [...match].map(([path, wanted]) => [
      path,
      typeof wanted === 'string' ? wanted : wanted.map((text) => String(valueOf(text, scene))),
    ]),
  )

/** Returns the stage that comes next for an object: the first that matches, or one of those with a weight by chance. [ACT4] */
export function nextStage(stages: readonly ActorStage[], scene: Scene, random: SeededRandom): ActorStage | undefined {
  const possible = stages.filter((stage) => matches(conditions(stage, scene), (path) => fieldAt(scene.object, path)))
  const weighed = possible.filter(({ weight }) => weight !== null && weight > 0)
  if (possible[0]?.weight === null || weighed.length === 0) return possible[0]
  const total = weighed.reduce((sum, { weight }) => sum + (weight ?? 0), 0)
  let left = (random.below(1_000_000) / 1_000_000) * total
  return weighed.find(({ weight }) => (left -= weight ?? 0) < 0) ?? weighed.at(-1)
}
