import type { RevisionRow } from '#facts/fact.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'

/** A write that a watch delivered to its client. */
export interface Delivery {
  readonly letter: string
  /** Time from the write to its arrival, in ms; `null` when it is not known. */
  readonly ms: number | null
}

type Deliveries = (row: RevisionRow) => readonly Delivery[]

interface DeliveriesState {
  readonly of: Deliveries
}

interface DeliveriesVerbs {
  /** Sets the function that finds the deliveries of a write. Called by the part that opens watches. */
  provide(of: Deliveries): void
}

const createDeliveries = (): ReadableStore<DeliveriesState> & DeliveriesVerbs =>
  createOwnedStore<DeliveriesState, DeliveriesVerbs>({ of: () => [] }, ({ setState }) => ({
    provide: (of) => setState({ of }),
  }))

/** Returns to whom a write was delivered, for the rail's card. */
export const railDeliveries = (lab: Lab): ReturnType<typeof createDeliveries> => partState(lab, createDeliveries)

const namedMax = 3

/** `delivered to B in 2 ms`; `''` for a write that no watch delivered. [RL10] */
export function deliveryText(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return ''
  if (deliveries.length > namedMax) return `delivered to ${deliveries.length} watches`
  const words = deliveries.map(({ letter, ms }) => (ms === null ? letter : `${letter} in ${ms} ms`))
  return `delivered to ${words.join(', ')}`
}
