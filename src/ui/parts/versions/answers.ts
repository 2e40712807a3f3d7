import { parseExactJson } from '#api/exact-json.ts'
import { type Json, own, textOf, valueAt } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { DebugRequests } from '#facts/debug-api.ts'
import type { TrialExchange } from '#ui/trials/exchanges.ts'
import type { Ask } from './grid.ts'

/** The answer to one cell. */
export interface CellAnswer {
  readonly ask: Ask
  readonly exchange: TrialExchange
  readonly target: string
  /** The code of the answer; of a watch that ended with an error, the code of that error. */
  readonly code: number
  /** A summary of the answer in a few words. */
  readonly words: string
  /** The source of the answer (store or watch cache) by the stages of the request; `''` if the server reports none. */
  readonly served: string
  readonly status: Status | null
  /** True for an answer from the past. */
  readonly isOld: boolean
  readonly ms: number
  /** The first lines of the answer's body. */
  readonly text: string
  /** The first events of a watch. */
  readonly events: readonly WatchEvent[]
}

/** An event of a watch, with the object that it carries. */
export interface WatchEvent {
  readonly type: string
  /** `''` for a bookmark. */
  readonly name: string
  readonly version: string
}

interface Seen {
  readonly words: string
  /** The resourceVersion of the answer; `''` for none. */
  readonly version: string
  readonly code: number
  readonly status: Status | null
}

/**
 * The first cause says what is wrong; the message begins with the name of the options, which the row names too. The
 * parameter is called "version" to fit into a cell; the chosen answer shows the server's message whole.
 */
const refusalWords = (status: Status | null, text: string): string =>
  (status?.details?.causes?.[0]?.message ?? status?.message ?? text)
    .replace(/^Forbidden: resourceVersionMatch (?:"exact" )?is /, '')
    .replace('resourceVersion', 'version')
    .replace('resource version', 'version')

/** The type of an event stands first. Thousands of events are counted without parsing their objects. */
const typeOf = (line: string): string => /^\{"type":"([A-Z]+)"/.exec(line)?.[1] ?? ''

/** Reads the lines of a watch: events by type, or the error that ended it. */
function seenWatch(text: string): Seen {
  const lines = text.split('\n').filter((line) => line !== '')
  const error = lines.find((line) => typeOf(line) === 'ERROR')
  if (error !== undefined) {
    const status = valueAt(parseExactJson(error), ['object']) as Status & Json
    return { words: refusalWords(status, ''), version: '', code: status.code ?? 0, status }
  }
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(typeOf(line), (counts.get(typeOf(line)) ?? 0) + 1)
  const words = [...counts].map(([type, count]) => (type === 'BOOKMARK' ? 'bookmark' : `${count} ${type}`)).join(', ')
  return { words: words === '' ? 'silent, live' : `${words}, then live`, version: '', code: 200, status: null }
}

function seenList(list: ApiObject | null, total: number): Seen {
  const items = own(list ?? {}, 'items')
  const count = Array.isArray(items) ? items.length : 0
  const version = list?.metadata.resourceVersion ?? ''
  return { words: `at ${version}, ${count}\u00a0of\u00a0${total}`, version, code: 200, status: null }
}

function seen({ ask, exchange, total }: Answered): Seen {
  const { code, status, text, object } = exchange
  if (code >= 400) return { words: refusalWords(status, text), version: '', code, status }
  if (ask.verb === 'watch') return seenWatch(text)
  if (ask.verb !== 'get') return seenList(object, total)
  const version = object?.metadata.resourceVersion ?? ''
  return { words: `object of ${version}`, version, code, status: null }
}

const EVENTS_MAX = 12

/** Reads the first events of a watch. [VM7] */
export function eventsOf(text: string): readonly WatchEvent[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.slice(0, EVENTS_MAX).map((line) => {
    const metadata = valueAt(parseExactJson(line), ['object', 'metadata'])
    return {
      type: typeOf(line),
      name: textOf(valueAt(metadata, ['name'])),
      version: textOf(valueAt(metadata, ['resourceVersion'])),
    }
  })
}

interface Answered {
  readonly ask: Ask
  readonly exchange: TrialExchange
  /** The number of objects in the collection. */
  readonly total: number
}

const TEXT_MAX = 4000

/** Returns where the registry read the data, such as the watch cache; `''` if its stage has no note. */
function sourceOf(id: number, requests: DebugRequests['requests']): string {
  const note = requests.find((one) => one.id === id)?.stages.find(({ stage }) => stage === 'registry')?.note ?? ''
  return note.replace(/^(?:list|read) from /, '')
}

/** Puts the answer of a cell in words, with what served it by the server's own stages. [VM2] */
export function toAnswer(answered: Answered, ms: number, requests: DebugRequests['requests']): CellAnswer {
  const { ask, exchange } = answered
  const { words, code, status } = seen(answered)
  const source = code < 400 ? sourceOf(exchange.id, requests) : ''
  const isWatchOfPast = ask.verb === 'watch' && ask.match === '' && ask.column === 'old' && code < 400
  const served = source === '' ? servedWatch(ask, code) : source
  return {
    ask,
    exchange,
    target: exchange.request.target,
    code,
    words,
    served,
    status,
    isOld: isWatchOfPast || source.startsWith('the history'),
    ms,
    text: exchange.text.slice(0, TEXT_MAX),
    events: ask.verb === 'watch' && exchange.code < 400 ? eventsOf(exchange.text) : [],
  }
}

/** A watch reads the cache for its first objects, and the history for events after a version. */
function servedWatch({ verb, match, column }: Ask, code: number): string {
  if (code === 504) return 'waited 3 s'
  if (verb !== 'watch' || code >= 400) return 'refused'
  return match === '' && column === 'old' ? 'the history' : 'the watch cache'
}
