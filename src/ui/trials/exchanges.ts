import type { BodyEdit } from '#api/bodies/made-body.ts'
import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { Refusal } from '#client/refusal.ts'
import {
  type DebugAnswer,
  type DebugAnswers,
  type DebugSentRequest,
  PUT_BACK_PATH,
  REQUEST_ID_HEADER,
} from '#facts/debug-api.ts'
import { type Actor, actorHeaders, asThePage, postJson } from '#ui/model/api.ts'

/** A request of a bench. */
export interface TrialRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** `''` for none. */
  readonly body: string
  /** `''` without a body. */
  readonly contentType: string
}

/** A request with the server's answer. */
export interface TrialExchange {
  readonly request: TrialRequest
  readonly code: number
  /** Media type of the answer. */
  readonly type: string
  /** Text of the `Warning` header; `''` for none. */
  readonly warning: string
  /** Id of the request in the facts of the trial. */
  readonly id: number
  readonly text: string
  /** The answer if it is an object of the API and no Status. */
  readonly object: ApiObject | null
  /** The answer if it is a refusal. */
  readonly status: Status | null
}

/** A request with the user as which it is sent. */
export interface SentAs {
  readonly request: TrialRequest
  readonly as: Actor
  /** Changes of the body by earlier answers of the list that the request is sent in. */
  readonly edits?: readonly BodyEdit[]
  /** The server leaves out the text of a 2xx answer, of which only the code is used. */
  readonly isBrief?: boolean
}

/** The answers to requests, in their order. */
export type Answers<Sent extends readonly SentAs[]> = { readonly [At in keyof Sent]: TrialExchange }

/** Reads the JSON of an answer; `null` if it is none. */
function readBody(text: string): Json {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isStatus = (body: Json): body is Json & Status => isObject(body) && body['kind'] === 'Status'
const isApiObject = (body: Json): body is ApiObject => isObject(body) && isObject(body['metadata'])

const nothing: TrialRequest = { method: '', target: '', body: '', contentType: '' }

const headersOf = ({ contentType }: TrialRequest): readonly (readonly [name: string, value: string])[] => [
  ['accept', 'application/json'],
  ...(contentType === '' ? [] : [['content-type', contentType] as const]),
]

/** Reads an answer. A refusal is an answer, too. */
function toExchange(request: TrialRequest, { status: code, headers, text }: DebugAnswer): TrialExchange {
  const answer = readBody(text)
  const header = (wanted: string): string => headers.find(([name]) => name === wanted)?.[1] ?? ''
  const isOk = code >= 200 && code < 300
  return {
    request,
    code,
    type: header('content-type'),
    warning: header('warning'),
    id: Number(header(REQUEST_ID_HEADER)),
    text,
    object: isOk && isApiObject(answer) ? answer : null,
    status: !isOk && isStatus(answer) ? answer : null,
  }
}

/** Sends a request to `prefix` and reads the answer. */
export async function exchange(fetcher: typeof fetch, prefix: string, request: TrialRequest): Promise<TrialExchange> {
  const { method, target, body } = request
  const response = await fetcher(`${prefix}${target}`, {
    method,
    headers: Object.fromEntries(headersOf(request)),
    ...(body === '' ? {} : { body }),
  })
  const headers = [...response.headers]
  return toExchange(request, { status: response.status, headers, text: await response.text() })
}

/** Sends requests in turn. [DB16] @throws Refusal of the list, or of putting an object back */
export async function exchangeInTurn<const Sent extends readonly SentAs[]>(
  read: typeof fetch,
  prefix: string,
  sent: Sent,
): Promise<Answers<Sent>> {
  const requests = sent.map(({ request, as, ...made }): DebugSentRequest => {
    const { method, target, body } = request
    return { method, target, body, headers: [...headersOf(request), ...actorHeaders(as)], ...made }
  })
  const { answers } = await postJson<DebugAnswers>(read, `${prefix}/debug/in-turn`, { requests })
  if (answers.length !== sent.length) throw new Error(`${answers.length} answers to ${sent.length} requests`)
  const exchanges = answers.map((answer, at) => toExchange(sent[at]?.request ?? nothing, answer))
  const failed = exchanges.find(({ request, status }) => request.target === PUT_BACK_PATH && status !== null)?.status
  if (failed !== undefined && failed !== null) throw new Refusal(failed)
  // As many as requests.
  return exchanges as readonly TrialExchange[] as Answers<Sent>
}

/** The request that stores an object again as it was at a revision. */
export const puttingBack = (key: string, at: number): SentAs => ({
  request: {
    method: 'POST',
    target: PUT_BACK_PATH,
    body: JSON.stringify({ key, at }),
    contentType: 'application/json',
  },
  as: asThePage,
})
