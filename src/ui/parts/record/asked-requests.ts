import type { Exchange } from '#record/exchange.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { isServerLoop } from '#ui/model/actor-name.ts'
import { pageActor } from '#ui/model/api.ts'
import type { FinishedRequest } from '#facts/fact.ts'

function targetOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://x')
  return `${pathname}${search}`
}

function toExchange(lab: Lab, request: FinishedRequest): Exchange {
  const sent = lab.sentRequests.get(request.id) ?? lab.terminal?.sent(request.id)
  const contentType = sent?.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const { id, method, url, actor, verb, status, wrote } = request
  return {
    id,
    method,
    target: targetOf(url),
    actor,
    verb,
    status,
    wrote,
    body: sent === undefined ? null : sent.body,
    contentType: sent?.body === '' ? '' : contentType,
  }
}

/** The page itself, and the loops of its server: nobody asked for their requests. */
const isOwn = (actor: string): boolean => actor === pageActor || isServerLoop(actor)

/** A client of the bridge may use the account of a loop: its requests are offered. */
const isAsked = (lab: Lab, { id, actor }: FinishedRequest): boolean =>
  !isOwn(actor) || lab.terminal?.sent(id) !== undefined

/** Returns the requests of the session that people and clients sent, oldest first. */
export const askedRequests = (lab: Lab): readonly Exchange[] =>
  lab.cluster
    .getState()
    // Requests of a shared moment were sent elsewhere. [SH15]
    .requests.filter((request) => request.id >= 0 && isAsked(lab, request))
    .map((request) => toExchange(lab, request))
    .filter(({ target }) => !target.startsWith('/debug/'))
