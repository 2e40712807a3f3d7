import { parseExactJson } from '#api/exact-json.ts'
import type { Json, JsonObject } from '#api/json.ts'
import type { FinishedRequest } from '#facts/fact.ts'

/** A request of the learner with its response, as the client received it. */
export interface Observed {
  /** The id that the server gave the request; 0 if the response contains none. */
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly sent: string
  /** The media type of `sent`; `''` for none. */
  readonly sentType: string
  readonly code: number
  readonly headers: Readonly<Record<string, string>>
  /** The whole body; `''` for a stream. */
  readonly text: string
  readonly size: number
  /** Events of a watch, oldest first. */
  readonly events: readonly Json[]
  /** True until the response has ended. */
  readonly isOpen: boolean
}

/** The maximum length of a body that expressions can read. */
const bodyMax = 1024 * 1024

const jsonOf = (text: string): Json => {
  if (text === '' || text.length > bodyMax) return null
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The value of `last` before the first request. */
export const noRequest: JsonObject = {
  method: '',
  path: '',
  query: {},
  verb: '',
  actor: '',
  code: 0,
  reason: '',
  wrote: 0,
  sent: null,
  headers: {},
  body: null,
  text: '',
  size: 0,
  events: [],
  isOpen: false,
  isSampled: false,
}

const queryOf = (query: string): Json => Object.fromEntries(new URLSearchParams(query))

const pathAndQuery = (url: string): readonly [string, string] => {
  const [path = '', query = ''] = url.replace(/^[a-z]+:\/\/[^/]*/, '').split('?', 2)
  return [path, query]
}

/** Fields that come from the server's facts: the client cannot know them. */
const ofFact = (fact: FinishedRequest | undefined): JsonObject =>
  fact === undefined
    ? {}
    : {
        method: fact.method,
        verb: fact.verb,
        actor: fact.actor,
        code: fact.status,
        reason: fact.reason,
        wrote: fact.wrote,
        isSampled: fact.trace?.sampled ?? false,
      }

/** Fields that come from the client: the server's facts do not contain them. */
function ofObserved(observed: Observed | undefined): JsonObject {
  if (observed === undefined) return {}
  const { method, code, sent, headers, text, size, events, isOpen } = observed
  const body = jsonOf(text)
  return {
    method,
    code,
    sent: jsonOf(sent),
    headers: { ...headers },
    body,
    text: body === null ? text.slice(0, 20_000) : '',
    size,
    events: [...events],
    isOpen,
  }
}

/** Returns one request as expressions see it, from the server's fact and the sender's observation; either may be missing. */
export function requestValue(fact: FinishedRequest | undefined, observed: Observed | undefined): JsonObject {
  const [path, query] = pathAndQuery(observed?.target ?? fact?.url ?? '')
  return { ...noRequest, ...ofFact(fact), ...ofObserved(observed), path, query: queryOf(query) }
}
