import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import { readMatch, StageError } from '#api/stage-match.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import type { Effect, Stage } from './stages.ts'

const fields = {
  stage: ['name', 'match', 'delay', 'weight', 'next'],
  delay: ['ms', 'annotation', 'seconds', 'doubles'],
  next: ['phase', 'ready', 'reason', 'ip', 'restart', 'delete', 'resources', 'resize', 'container'],
} as const

/** Reads stages from YAML. A misspelled condition would match every pod, so unknown fields are errors. @throws StageError, YamlError */
export function parseStages(text: string): readonly Stage[] {
  const { value } = parseYaml(text)
  if (!Array.isArray(value)) throw new StageError('stages must be a list')
  return value.map(toStage)
}

function toStage(value: Json, at: number): Stage {
  if (!isObject(value)) throw new StageError(`stage ${at}: must be an object`)
  const { name, match = {}, delay = {}, next = {}, weight } = value
  if (typeof name !== 'string' || name === '') throw new StageError(`stage ${at}: name is required`)
  if (!isObject(match) || !isObject(delay) || !isObject(next))
    throw new StageError(`stage ${name}: match, delay and next must be objects`)
  checkFields(value, `stage ${name}: `, fields.stage)
  checkFields(delay, `stage ${name}: delay.`, fields.delay)
  checkFields(next, `stage ${name}: next.`, fields.next)
  return {
    name,
    match: readMatch(name, match),
    delay: {
      ms: amountOf(delay['ms'], `stage ${name}: delay.ms`) ?? 0,
      annotation: textOf(delay['annotation']),
      seconds: textOf(delay['seconds']),
      doubles: delay['doubles'] === 'restarts',
    },
    weight: amountOf(weight, `stage ${name}: weight`),
    next: next as Effect,
  }
}

function checkFields(object: JsonObject, place: string, known: readonly string[]): void {
  const unknown = Object.keys(object).find((field) => !known.includes(field))
  if (unknown !== undefined) throw new StageError(`${place}${unknown} is no known field: here are ${known.join(', ')}`)
}

function amountOf(value: Json | undefined, place: string): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || value < 0) throw new StageError(`${place} must be a number, and not negative`)
  return value
}
