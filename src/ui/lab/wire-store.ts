import { faultyFetch, noWireFaults, type WireFaults } from '#client/wire-faults.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** The client of the person's own requests; all others are named by their user. */
export const ownClient = 'you'
/** The client of the watches in the dock. */
export const lanesClient = 'watch lanes'

export interface WireState {
  /** By client; one that is absent meets no faults. */
  readonly faults: Readonly<Partial<Record<string, WireFaults>>>
  /** Requests of each client that met a fault since the page was opened. */
  readonly met: Readonly<Partial<Record<string, number>>>
}

/** Faults of requests between the clients of this page and the server. */
export interface Wire {
  readonly store: ReadableStore<WireState>
  faultsOf(client: string): WireFaults
  /** Changes the faults of a client, and keeps them for the next visit. [ACT1] */
  set(client: string, faults: Partial<WireFaults>): void
  /** Lets all requests pass again. */
  clear(): void
  /** Returns the `fetch` of a client: its requests meet its faults. */
  through(fetcher: typeof fetch, client: string): typeof fetch
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
const isSame = (a: WireFaults, b: WireFaults): boolean => JSON.stringify(a) === JSON.stringify(b)

export function createWire(): Wire {
  const own = createOwnedStore<WireState, { change(next: Partial<WireState>): void }>(
    { faults: readSaved<WireState['faults']>('wire', {}), met: {} },
    ({ setState }) => ({ change: (next) => setState(next) }),
  )
  const faultsOf = (client: string): WireFaults => own.getState().faults[client] ?? noWireFaults
  const keep = (faults: WireState['faults']): void => {
    own.change({ faults })
    save('wire', faults)
  }
  return {
    store: own,
    faultsOf,
    set(client, faults) {
      const next = { ...faultsOf(client), ...faults }
      const { [client]: _before, ...others } = own.getState().faults
      keep(isSame(next, noWireFaults) ? others : { ...others, [client]: next })
    },
    clear: () => keep({}),
    through: (fetcher, client) =>
      faultyFetch(fetcher, {
        faults: () => faultsOf(client),
        pause,
        onMet: () => {
          const { met } = own.getState()
          own.change({ met: { ...met, [client]: (met[client] ?? 0) + 1 } })
        },
      }),
  }
}
