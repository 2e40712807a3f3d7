import { errorText } from '#api/error-text.ts'
import type { Clock } from '#api/clock.ts'
import type { OutboundFetch, OutboundOptions } from '#api/outbound-fetch.ts'
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

/** Options of one call. */
export interface Dial {
  readonly route: Route
  /** Receives the messages exchanged with a proxy. */
  readonly tell: (talk: readonly TunnelTalk[]) => void
}

/**
 * The outbound fetch of a host. Rejects if the connection fails, as `fetch` does; a host without proxy support dials
 * directly.
 */
export type HostFetch = (request: Request, options?: OutboundOptions & { readonly dial?: Dial }) => Promise<Response>

/** Performs calls on the routes of the running configuration. */
export interface Dialer {
  /** Returns the fetch for one purpose. `what` names it in facts: `authorization webhook`. */
  for(name: EgressName, what: string): OutboundFetch
  /** Returns a fetch without proxies, for token issuers. */
  direct(what: string): OutboundFetch
  /** Performs a call that is not HTTP, to `destination` as host and port. */
  call<Value>(purpose: Purpose, work: (dial: Dial) => Promise<Value>): Promise<Value>
  settings(): EgressSettings | null
  /** Replaces the settings at once. [LD1] */
  apply(settings: EgressSettings | null): void
}

export interface Purpose {
  readonly name: EgressName
  readonly what: string
  readonly destination: string
}

interface Options {
  readonly fetch: HostFetch
  readonly clock: Clock
  readonly report: (fact: Fact) => void
}

interface Chosen {
  readonly route: Route
  readonly why: string
}

const directly: Chosen = { route: { type: 'direct' }, why: 'token issuers are reached without proxies' }

/** A dialer with replaceable settings; each dial emits a fact with its route. [EG2] */
export function createDialer({ fetch, clock, report }: Options): Dialer {
  let settings: EgressSettings | null = null
  const told = async <Value>(
    { what, destination }: Omit<Purpose, 'name'>,
    { route, why }: Chosen,
    work: (dial: Dial) => Promise<Value>,
  ): Promise<Value> => {
    const timeMs = clock.now()
    let talk: readonly TunnelTalk[] = []
    const tell = (error: string): void => {
      const durationMs = clock.now() - timeMs
      report({ type: 'dial', timeMs, durationMs, what, destination, route: describeRoute(route), why, talk, error })
    }
    try {
      const value = await work({ route, tell: (heard) => (talk = heard) })
      tell('')
      return value
    } catch (error) {
      tell(errorText(error))
      throw error
    }
  }
  const sender =
    (what: string, choose: () => Chosen): OutboundFetch =>
    (request, options) =>
      told({ what, destination: addressOf(new URL(request.url)) }, choose(), (dial) =>
        fetch(request, { ...options, dial }),
      )
  return {
    for: (name, what) => sender(what, () => routeOf(settings, name)),
    direct: (what) => sender(what, () => directly),
    call: (purpose, work) => told(purpose, routeOf(settings, purpose.name), work),
    settings: () => settings,
    apply: (next) => {
      settings = next
    },
  }
}
