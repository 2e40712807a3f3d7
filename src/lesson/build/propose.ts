import type { Json } from '#api/json.ts'
import type { Expectation } from '#lesson/lesson.ts'
import { placeOf } from '#record/exchange.ts'
import { celField, celIsObject, celString, celValue } from './cel-text.ts'
import type { Change, ChangedField } from './changes.ts'
import type { Recorded } from './recorded.ts'

/** Describes a request in the words of a lesson. */
const deeds: Readonly<Record<string, string>> = {
  GET: 'Read',
  POST: 'Create',
  PUT: 'Replace',
  PATCH: 'Change',
  DELETE: 'Delete',
}

const isWatch = ({ verb, target }: Recorded): boolean => verb === 'watch' || /[?&]watch=(?!0|false)/.test(target)

/** The name of a request's object, or the kind of its list. */
function subjectOf({ target, changes, answered, method }: Recorded): string {
  const place = placeOf(target)
  if (place === null) return target.split('?', 1)[0] ?? ''
  if (place.name !== '') return place.name
  const made = method === 'POST' ? (answered?.name ?? changes[0]?.name) : undefined
  return made ?? place.resource
}

/**
 * Reports whether a request is an update of the YAML tab, by what it sends: the whole object as YAML, which names its
 * manager and says what becomes of unknown fields.
 */
export const isYamlUpdate = ({ method, headers, target }: Recorded): boolean =>
  method === 'PUT' &&
  headers['content-type'] === 'application/yaml' &&
  /[?&]fieldManager=/.test(target) &&
  /[?&]fieldValidation=/.test(target)

/** Proposes the title of a step. */
export function titleOf(recorded: Recorded): string {
  const subject = subjectOf(recorded)
  if (isWatch(recorded)) return `Watch ${subject}`
  const deed = isYamlUpdate(recorded) ? 'Edit' : (deeds[recorded.method] ?? recorded.method)
  const isList = recorded.method === 'GET' && recorded.verb === 'list'
  const words = `${isList ? 'List' : deed} ${subject}`
  return recorded.code >= 400 ? `${words}: refused` : words
}

/** Proposes what a step says. */
export function sayOf(recorded: Recorded): string {
  const deed = (deeds[recorded.method] ?? 'Ask for').toLowerCase()
  const verb = isWatch(recorded) ? 'watch' : deed
  const path = `\`${recorded.target.split('?', 1)[0] ?? ''}\``
  if (isYamlUpdate(recorded))
    return `Now edit \`${subjectOf(recorded)}\` in the YAML tab${aimOf(recorded)}. Update sends a PUT to ${path}.`
  const request = `send a ${recorded.method} to ${path}`
  return `Now ${verb} \`${subjectOf(recorded)}\`: ${request}${aimOf(recorded)}.`
}

/** Changes that a proposed text names. */
const aimsMax = 2

/** Returns the purpose of a write in terms of the fields that it changed; `''` if their values are too long to name. */
function aimOf({ method, code, changes }: Recorded): string {
  if (code >= 400 || !['PUT', 'PATCH'].includes(method)) return ''
  const aims = changes.flatMap((change) => (change.type === 'changed' ? ofChange(change) : [])).map(({ say }) => say)
  const isShort = aims.length <= aimsMax && aims.every((say) => !say.endsWith(newValueWords))
  return isShort && aims.length > 0 ? `, so that ${aims.join(' and ')}` : ''
}

/** Proposes the explanation that is shown after a step, in one line. */
export function afterOf({ code, method, changes }: Recorded): string {
  if (code >= 400) return 'A refused request changes nothing.'
  if (method === 'GET') return 'Reading changes nothing.'
  if (changes.length === 0) return 'Nothing was stored.'
  return method === 'DELETE' ? 'A deletion is a revision, too.' : 'The server stored it under a new revision.'
}

/** Longer values are not repeated in words. */
const wordsMax = 40
const newValueWords = 'has its new value'

/** Describes the current value of a field. */
function stateWords(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > wordsMax || text.includes('\n') ? newValueWords : `is \`${text}\``
}

/** The condition that a field of an object has a value, or is gone; none for a value that CEL would not compare. */
export function ofField(
  { path, value }: ChangedField,
  change: Pick<Change, 'kind' | 'namespace' | 'name'>,
): readonly Expectation[] {
  const where = path.join('.')
  const isObject = celIsObject(change)
  const [last = '', parent] = [path.at(-1), path.slice(0, -1)]
  if (where === 'metadata.deletionTimestamp')
    return [
      {
        is: `objects.exists(o, ${isObject} && has(o.metadata.deletionTimestamp))`,
        say: `\`${change.name}\` waits to be deleted`,
      },
    ]
  if (value === undefined)
    return [
      {
        is: `objects.exists(o, ${isObject} && !(${celString(last)} in ${celField('o', parent)}))`,
        say: `\`${change.name}\` has no \`${where}\``,
      },
    ]
  const text = celValue(value)
  if (text === '') return []
  return [
    {
      is: `objects.exists(o, ${isObject} && ${celField('o', path)} == ${text})`,
      say: `\`${where}\` of \`${change.name}\` ${stateWords(value)}`,
    },
  ]
}

function ofChange(change: Change): readonly Expectation[] {
  const isObject = celIsObject(change)
  if (change.type === 'created') return [{ is: `objects.exists(o, ${isObject})`, say: `\`${change.name}\` is there` }]
  if (change.type === 'deleted') return [{ is: `!objects.exists(o, ${isObject})`, say: `\`${change.name}\` is gone` }]
  return change.fields.flatMap((field) => ofField(field, change))
}

/** The condition on the answer itself. */
export function ofAnswer(recorded: Recorded): Expectation {
  const { method, code, reason, target } = recorded
  const parts = [`last.method == ${celString(method)}`, `last.code == ${code}`]
  if (reason !== '' && code >= 400) parts.push(`last.reason == ${celString(reason)}`)
  // A read changes nothing that could be asked for, so its path says which one it was.
  if (method === 'GET' || recorded.changes.length === 0)
    parts.push(`last.path == ${celString(target.split('?', 1)[0] ?? '')}`)
  const words = code >= 400 && reason !== '' ? `${code} ${reason}` : String(code)
  return { is: parts.join(' && '), say: `the answer is \`${words}\`` }
}

function ofWatch({ target }: Recorded): Expectation {
  const place = placeOf(target)
  const where = place === null || place.namespace === '' ? '' : ` && w.namespace == ${celString(place.namespace)}`
  const resource = place?.resource ?? ''
  return {
    is: `watches.exists(w, w.resource == ${celString(resource)}${where} && w.isOpen)`,
    say: `a watch on \`${resource}\` is open`,
  }
}

/** Proposes conditions that hold after a request: on its answer, then on what it changed. [LSN19] */
export const proposalsOf = (recorded: Recorded): readonly Expectation[] => [
  recorded.code < 300 && isWatch(recorded) ? ofWatch(recorded) : ofAnswer(recorded),
  ...recorded.changes.flatMap(ofChange),
]
