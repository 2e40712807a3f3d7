import type { PastRequest } from '#lesson/build/record-again.ts'
import { isWrite, whyNot } from '#record/exchange.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { people } from '#ui/model/actor.ts'
import { askedRequests } from '#ui/parts/record/asked-requests.ts'

/** Requests that a lesson is made of without a recording. */
const recentMax = 12

const isSame = (a: PastRequest, b: PastRequest | undefined): boolean =>
  a.actor === b?.actor && a.method === b.method && a.target === b.target && !isWrite(a)

/**
 * Returns the last requests that the person sent in this tab, oldest first, without streams and without other clients. A read that repeats the one before it counts once. [LSN28]
 */
export function recentRequests(lab: Lab): readonly PastRequest[] {
  const you = lab.actor.getState()
  const groups = new Map([...people, you].map((person) => [person.name, person.groups]))
  return askedRequests(lab)
    .flatMap((exchange) => {
      const own = groups.get(exchange.actor)
      const isMine = lab.sentRequests.has(exchange.id) && whyNot(exchange) === ''
      return own === undefined || !isMine ? [] : [{ ...exchange, groups: own }]
    })
    .filter((request, at, all) => !isSame(request, all[at - 1]))
    .slice(-recentMax)
}
