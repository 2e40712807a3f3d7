import type { Json } from '#api/json.ts'
import type { MomentRequest } from '#facts/moment.ts'
import { keyCharactersMax, requestsMax } from './limits.ts'
import { list, readTime, text, wholeNumber } from './read-fields.ts'
import { Unreadable } from './unreadable.ts'

/** Packs a log of requests: one list of values for each, with times as differences. [SH15] */
export function packRequests(requests: readonly MomentRequest[]): Json[] {
  let before = 0
  return requests.map((one) => {
    const step = one.timeMs - before
    before = one.timeMs
    const { method, url, verb, actor, userAgent, status, reason, durationMs, bytesIn, bytesOut, wrote } = one
    return [step, method, url, verb, actor, userAgent, status, reason, durationMs, bytesIn, bytesOut, wrote]
  })
}

/** Reads a log of requests. @throws Unreadable */
export function readRequests(packed: Json): readonly MomentRequest[] {
  let timeMs = 0
  return list(packed, 'the requests', requestsMax).map((each) => {
    const [step, method, url, verb, actor, userAgent, status, reason, duration, bytesIn, bytesOut, wrote] = list(
      each,
      'a request',
      12,
    )
    timeMs = readTime(timeMs + wholeNumber(step, 'the time of a request'))
    return {
      timeMs,
      method: readMethod(method),
      url: readTarget(url),
      verb: text(verb, 'a verb'),
      actor: text(actor, 'who asked'),
      userAgent: text(userAgent, 'a client'),
      status: wholeNumber(status, 'a status'),
      reason: text(reason, 'a reason'),
      durationMs: wholeNumber(duration, 'a duration'),
      bytesIn: wholeNumber(bytesIn, 'a size'),
      bytesOut: wholeNumber(bytesOut, 'a size'),
      wrote: wholeNumber(wrote, 'a revision'),
    }
  })
}

function readMethod(value: Json | undefined): string {
  const method = text(value, 'a method')
  if (!/^[A-Z]{1,10}$/.test(method)) throw new Unreadable('a request has no method')
  return method
}

/** Tells whether a text is the path and query of a request to this server, which can be decoded. */
export function isTarget(url: string): boolean {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(url) || url.length > keyCharactersMax) return false
  try {
    decodeURI(url)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

/** Tells whether a text is the path and query of a request to the API. */
export const isApiTarget = (url: string): boolean =>
  isTarget(url) && /^\/apis?\//.test(url) && !/%2e|\.\./i.test(url.split('?', 1)[0] ?? '')

/** The page decodes it to show it, so it must be a path that can be decoded. */
function readTarget(value: Json | undefined): string {
  const url = text(value, 'the path of a request', keyCharactersMax)
  if (!isTarget(url)) throw new Unreadable('a request has no path')
  return url
}
