import type { Clock } from '#api/clock.ts'
import type { Fact } from '#facts/fact.ts'
import {
  addressOf,
  describeRoute,
  type EgressName,
  type EgressSettings,
  type Route,
  routeOf,
} from './egress-settings.ts'
import type { TunnelTalk } from './http-connect.ts'

/** How one request is to be sent. */
export interface Dial {
  readonly route: Route
  /** Hears what was said to a proxy. */
  readonly tell: (talk: readonly TunnelTalk[]) => void
}

/** A host's way out. Rejects where there is no connection, as `fetch` does. */
export type HostFetch = (request: Request, dial?: Dial) => Promise<Response>

/** Sends requests on the routes of the running configuration. */
export interface Dialer {
  /** A way out for one purpose. `what` names it for facts: `authorization webhook`. */
  for(name: EgressName, what: string): (request: Request) => Promise<Response>
  /** Without any route: token issuers are never reached through one. */
  direct(what: string): (request: Request) => Promise<Response>
  settings(): EgressSettings | null
  apply(settings: EgressSettings | null): void
}

interface Options {
  readonly fetch: HostFetch
  readonly clock: Clock
  readonly report: (fact: Fact) => void
}

/** A dialer over settings that may change; each dial is a fact with its route. [EG2] */
export function createDialer({ fetch, clock, report }: Options): Dialer {
  let settings: EgressSettings | null = null
  const send = async (
    request: Request,
    what: string,
    { route, why }: { route: Route; why: string },
  ): Promise<Response> => {
    const startMs = clock.now()
    let talk: readonly TunnelTalk[] = []
    const tell = (error: string): void =>
      report({
        type: 'dial',
        timeMs: startMs,
        durationMs: clock.now() - startMs,
        what,
        destination: addressOf(new URL(request.url)),
        route: describeRoute(route),
        why,
        talk,
        error,
      })
    try {
      const response = await fetch(request, { route, tell: (heard) => (talk = heard) })
      tell('')
      return response
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error))
      throw error
    }
  }
  return {
    for: (name, what) => (request) => send(request, what, routeOf(settings, name)),
    direct: (what) => (request) =>
      send(request, what, { route: { type: 'direct' }, why: 'token issuers are reached without proxies' }),
    settings: () => settings,
    apply: (next) => {
      settings = next
    },
  }
}
