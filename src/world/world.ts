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
import { collectorEndpoint, stateOf, type WorldHeart, type WorldStore } from './world-heart.ts'

/** The outside world of a page: what a server's outbound calls reach. */
export interface World {
  /** Rejects where no connection comes about, as a host's `fetch`. */
  readonly fetch: HostFetch
  /** Whether somebody of that origin is here. */
  readonly knows: (url: URL) => boolean
  /** Carries spans to the collector. */
  readonly sendSpans: (endpoint: string, bytes: Uint8Array, dial?: Dial) => Promise<void>
  /** Answers requests under `/debug/world`; `null` for other paths. */
  readonly control: (request: Request, path: string) => Promise<Response | null>
  readonly state: () => WorldState
}

/** Opens the world that was kept, or a fresh one. [WO7] */
export async function openWorld(clock: Clock, store: WorldStore | null = null): Promise<World> {
  const kept = store === null ? null : await store.load()
  const record = isRecord(kept) ? kept : await freshWorld(clock.now())
  if (kept !== record) await store?.save(record)
  const heart: WorldHeart = { record, clock, store, collector: createCollector(), calls: new Map() }
  return {
    fetch: (request, options) => answer(heart, request, options?.dial),
    knows: (url) => partyAt(heart, url) !== null,
    sendSpans: (endpoint, bytes, dial) => receiveSpans(heart, endpoint, bytes, dial),
    control: (request, path) => controlWorld(heart, request, path),
    state: () => stateOf(heart),
  }
}

const isRecord = (value: unknown): value is WorldRecord =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'orchard-world/1'

interface Party {
  readonly name: string
  readonly answer: (request: Request) => Response | Promise<Response>
}

/** Who answers at an address. */
function partyAt({ record }: WorldHeart, url: URL): Party | null {
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

const faultsOf = ({ record }: WorldHeart, name: string): Faults =>
  Object.hasOwn(record.faults, name) ? (record.faults[name] ?? noFaults) : noFaults

async function answer(heart: WorldHeart, request: Request, dial: Dial | undefined): Promise<Response> {
  const url = new URL(request.url)
  const party = partyAt(heart, url)
  if (dial !== undefined) await passProxy(heart, url, dial, party !== null)
  if (party === null) throw new ConnectError(`dial tcp: lookup ${url.hostname}: no such host`)
  heart.calls.set(party.name, (heart.calls.get(party.name) ?? 0) + 1)
  const failed = await meetFaults(heart.clock, url.hostname, faultsOf(heart, party.name))
  if (failed !== null) return failed
  try {
    return await party.answer(request)
  } catch {
    // Whoever sends no JSON gets what a webhook would say.
    return new Response('bad request', { status: 400 })
  }
}

async function receiveSpans(
  heart: WorldHeart,
  endpoint: string,
  bytes: Uint8Array,
  dial: Dial | undefined,
): Promise<void> {
  const isThere = endpoint.replace(/^(dns:)?\/*/, '') === collectorEndpoint
  if (dial !== undefined) await passProxy(heart, new URL(`http://${collectorEndpoint}`), dial, isThere)
  if (!isThere) throw new ConnectError(`dial tcp ${endpoint}: connect: connection refused`)
  const failed = await meetFaults(heart.clock, collectorEndpoint, faultsOf(heart, 'collector'))
  if (failed !== null) throw new Error('rpc error: code = Unavailable')
  heart.collector.receive(bytes)
}
