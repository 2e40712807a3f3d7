import { badRequest } from '#api/api-error.ts'
import { knownBody } from '#api/bodies/known-body.ts'
import { lazyRequest } from '#api/bodies/lazy-request.ts'
import { PlainHeaders } from '#api/bodies/plain-headers.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { type DebugAnswer, type DebugAnswers, type DebugSentRequest, PUT_BACK_PATH } from '#facts/debug-api.ts'
import { bodiesMadeOf, isOk, readEdits } from './made-bodies.ts'

const REQUESTS_MAX = 100
/** Paths that a list of requests may contain: the API, and to put objects back. */
const allowed = /^\/(?:apis?\/|debug\/put-back$)/
const token = /^[A-Za-z]+$/

/**
 * Sends requests one after the other, each through all filters with its own headers, and returns all answers. A client in another
 * thread saves a message each way for every request but one. [DB16]
 * @throws ApiError BadRequest
 */
export async function inTurn(
  { requests }: JsonObject,
  { url, signal }: Request,
  send: (request: Request) => Promise<Response>,
): Promise<DebugAnswers> {
  if (!Array.isArray(requests) || requests.length > REQUESTS_MAX)
    throw badRequest(`requests is a list of at most ${REQUESTS_MAX}`)
  // Checked first: a mistake in the last one must not be found after the others were executed.
  const checked = requests.map(readRequest)
  const answers: DebugAnswer[] = []
  const bodyOf = bodiesMadeOf(answers)
  for (const one of checked) {
    signal.throwIfAborted()
    const { method, target, headers } = one
    const body = bodyOf(one)
    const sent = lazyRequest({
      method,
      url: new URL(target, url).href,
      headers: new PlainHeaders(headers),
      body: body === '' ? null : new TextEncoder().encode(body),
      signal: () => signal,
    })
    answers.push(await readAnswer(await send(sent), target))
  }
  return { answers: answers.map((answer, at) => (checked[at]?.isBrief === true ? withoutText(answer) : answer)) }
}

const withoutText = (answer: DebugAnswer): DebugAnswer => (isOk(answer) ? { ...answer, text: '' } : answer)

const isHeader = (value: Json): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

function readRequest(value: Json): DebugSentRequest {
  if (!isObject(value)) throw badRequest('each request is an object')
  const { method, target, headers, body, edits, isBrief } = value
  if (typeof method !== 'string' || !token.test(method)) throw badRequest('method is a method')
  if (typeof target !== 'string' || !allowed.test(target.replace(/\?.*$/s, '')))
    throw badRequest(`target is a path of the API, or ${PUT_BACK_PATH}`)
  if (!Array.isArray(headers) || !headers.every(isHeader)) throw badRequest('headers is a list of names with values')
  if (typeof body !== 'string') throw badRequest('body is a text')
  return { method, target, headers, body, edits: readEdits(edits, body), isBrief: isBrief === true }
}

/** Only whole bodies: a watch would never end. */
async function readAnswer(response: Response, target: string): Promise<DebugAnswer> {
  const bytes = knownBody(response)
  if (bytes === undefined && target !== PUT_BACK_PATH) {
    // Its source may fail while it is cancelled, which nobody needs to know.
    response.body?.cancel().catch(() => undefined)
    throw badRequest(`the answer to ${target} is a stream`)
  }
  const text = bytes === undefined ? await response.text() : new TextDecoder().decode(bytes)
  return { status: response.status, headers: [...response.headers], text }
}
