import type { Clock } from '#api/clock.ts'
import type { WorldState } from '#facts/world-api.ts'
import type { Collector } from './collector.ts'
import type { WorldRecord } from './fresh-world.ts'
import { proxies } from './proxies.ts'
import { describeIssuer } from './token-issuer.ts'

/** Stores the state of the simulated world, so that it survives a reload. */
export interface WorldStore {
  load(): Promise<unknown>
  save(record: WorldRecord): Promise<void>
}

export const collectorEndpoint = 'localhost:4317'

/** The state and services that the modules of this room share. */
export interface WorldContext {
  record: WorldRecord
  readonly clock: Clock
  readonly store: WorldStore | null
  readonly collector: Collector
  readonly calls: Map<string, number>
}

/** Returns the state that the page displays. */
export function stateOf({ record, collector, calls }: WorldContext): WorldState {
  const counted = <Party extends { readonly name: string }>(party: Party): Party & { readonly calls: number } => ({
    ...party,
    calls: calls.get(party.name) ?? 0,
  })
  return {
    issuers: record.issuers.map(describeIssuer),
    authorizers: record.authorizers.map(counted),
    admission: record.admission.map(counted),
    proxies: proxies.map((proxy) => ({ ...proxy, tunnels: calls.get(proxy.name) ?? 0 })),
    collector: { endpoint: collectorEndpoint, exports: collector.exports(), spans: collector.spans() },
    files: record.files,
    faults: record.faults,
  }
}
