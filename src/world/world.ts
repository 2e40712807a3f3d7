import type { Clock } from '#api/clock.ts'
import type { Faults, WorldState } from '#facts/world-api.ts'
import type { Dial, HostFetch } from '#egress/dialer.ts'
import { answerAdmission } from './admission-webhook.ts'
import { answerReview } from './authorizer-webhook.ts'
import { createCollector } from './collector.ts'
import { controlWorld } from './control.ts'
import { ConnectError, meetFaults, noFaults } from './faults.ts'
import { freshWorld, type WorldRecord } from './fresh-world.ts'
import { passProxy } from './pass-proxy.ts'
import { answerAsIssuer } from './token-issuer.ts'
import { collectorEndpoint, stateOf, type WorldContext, type WorldStore } from './world-context.ts'

/** The simulated outside world of a page: answers a server's outbound calls. */
export interface World {
  /** Rejects if the connection fails, like a host's `fetch`. */
  readonly fetch: HostFetch
  /** Reports whether a party has that origin. */
  readonly knows: (url: URL) => boolean
  /** Sends spans to the collector. */
  readonly sendSpans: (endpoint: string, bytes: Uint8Array, dial?: Dial) => Promise<void>
  /** Answers requests under `/debug/world`; `null` for other paths. */
  readonly control: (request: Request, path: string) => Promise<Response | null>
  readonly state: () => WorldState
}

/** Restores the stored world, or creates a new one. [WO7] */
export async function openWorld(clock: Clock, store: WorldStore | null = null): Promise<World> {
  const kept = store === null ? null : await store.load()
  const record = isRecord(kept) ? kept : await freshWorld(clock.now())
  if (kept !== record) await store?.save(record)
  const context: WorldContext = { record, clock, store, collector: createCollector(), calls: new Map() }
  return {
    fetch: (request, options) => answer(context, request, options?.dial),
    knows: (url) => partyAt(context, url) !== null,
    sendSpans: (endpoint, bytes, dial) => receiveSpans(context, endpoint, bytes, dial),
    control: (request, path) => controlWorld(context, request, path),
    state: () => stateOf(context),
  }
}

const isRecord = (value: unknown): value is WorldRecord =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'orchard-world/1'

interface Party {
  readonly name: string
  readonly answer: (request: Request) => Response | Promise<Response>
}

/** Returns the party at an address. */
function partyAt({ record }: WorldContext, url: URL): Party | null {
  const at = (each: { readonly url: string }): boolean => new URL(each.url).origin === url.origin
  const issuer = record.issuers.find(at)
  if (issuer !== undefined) return { name: issuer.name, answer: () => answerAsIssuer(issuer, url.pathname) }
  const authorizer = record.authorizers.find(at)
  if (authorizer !== undefined)
    return { name: authorizer.name, answer: (request) => answerReview(authorizer.rules, request) }
  const admission = record.admission.find(at)
  return admission === undefined
    ? null
    : { name: admission.name, answer: (request) => answerAdmission(admission.rules, request) }
}

const faultsOf = ({ record }: WorldContext, name: string): Faults =>
  Object.hasOwn(record.faults, name) ? (record.faults[name] ?? noFaults) : noFaults

async function answer(context: WorldContext, request: Request, dial: Dial | undefined): Promise<Response> {
  const url = new URL(request.url)
  const party = partyAt(context, url)
  if (dial !== undefined) await passProxy(context, url, dial, party !== null)
  if (party === null) throw new ConnectError(`dial tcp: lookup ${url.hostname}: no such host`)
  context.calls.set(party.name, (context.calls.get(party.name) ?? 0) + 1)
  const failed = await meetFaults(context.clock, url.hostname, faultsOf(context, party.name))
  if (failed !== null) return failed
  try {
    return await party.answer(request)
  } catch {
    // A body that is not JSON gets the error of a webhook.
    return new Response('bad request', { status: 400 })
  }
}

async function receiveSpans(
  context: WorldContext,
  endpoint: string,
  bytes: Uint8Array,
  dial: Dial | undefined,
): Promise<void> {
  const isThere = endpoint.replace(/^(dns:)?\/*/, '') === collectorEndpoint
  if (dial !== undefined) await passProxy(context, new URL(`http://${collectorEndpoint}`), dial, isThere)
  if (!isThere) throw new ConnectError(`dial tcp ${endpoint}: connect: connection refused`)
  const failed = await meetFaults(context.clock, collectorEndpoint, faultsOf(context, 'collector'))
  if (failed !== null) throw new Error('rpc error: code = Unavailable')
  context.collector.receive(bytes)
}
