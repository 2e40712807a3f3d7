import { isObject, type Json } from '#api/json.ts'
import { documentsOf } from '#syntax/yaml-documents.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import { readActorText } from './read-actor-text.ts'

const fields = {
  actor: ['name', 'groups', 'seed', 'follows', 'visits', 'stages'],
  visits: ['collection', 'names', 'everyMs'],
  stage: ['name', 'match', 'delay', 'weight', 'next'],
  delay: ['ms', 'jitterMs'],
  next: ['patch', 'subresource'],
} as const

const DAY_MS = 86_400_000
/** The server takes the name as a field manager, which has at most 128 characters. */
const NAME_MAX = 128

const mostOf: Readonly<Record<string, number>> = {
  seed: Number.MAX_SAFE_INTEGER,
  everyMs: DAY_MS,
  ms: DAY_MS,
  jitterMs: DAY_MS,
  weight: 1_000_000,
}

/** Names the fields that no reader of the declaration knows, and numbers that are none or out of bounds. */
function* problemsIn(value: Json | undefined, place: string, known: readonly string[]): Generator<string> {
  if (!isObject(value)) return
  for (const [name, given] of Object.entries(value)) {
    const path = place === '' ? name : `${place}.${name}`
    if (!known.includes(name)) yield `${path} is no known field: here are ${known.join(', ')}`
    const most = mostOf[name]
    if (most === undefined || !known.includes(name)) continue
    if (typeof given !== 'number' || !(given >= 0 && given <= most)) yield `${path} must be a number from 0 to ${most}`
  }
}

function* problemsOf(value: Json): Generator<string> {
  if (!isObject(value)) return
  yield* problemsIn(value, '', fields.actor)
  yield* problemsIn(value['visits'], 'visits', fields.visits)
  const { stages, name } = value
  for (const stage of Array.isArray(stages) ? stages : []) {
    if (!isObject(stage)) continue
    const place = `stage ${String(stage['name'])}`
    yield* problemsIn(stage, place, fields.stage)
    yield* problemsIn(stage['delay'], `${place}.delay`, fields.delay)
    yield* problemsIn(stage['next'], `${place}.next`, fields.next)
  }
  if (typeof name === 'string' && name.length > NAME_MAX) yield `name has at most ${NAME_MAX} characters`
}

/**
 * Says what is wrong with the text of an actor that is being edited; `''` for one that can be used. Stricter than what
 * runs: fields with typing errors and numbers out of bounds would be ignored without a word. [ACT3]
 */
export function actorTextProblem(text: string): string {
  if (documentsOf(text).length > 1) return 'a text declares one actor: remove the documents after ---'
  const { problem } = readActorText(text)
  if (problem !== '') return problem
  const [first = ''] = problemsOf(parseYaml(text).value)
  return first
}
