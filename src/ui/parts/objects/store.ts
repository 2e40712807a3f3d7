import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** How a person looks at the tree. */
export interface ObjectsPanelState {
  readonly namespace: string
  readonly filter: string
  readonly closed: ReadonlySet<string>
}

const machineKinds = [
  'v1.events',
  'coordination.orch.io.v1.leases',
  'discovery.orch.io.v1.endpointslices',
  'v1.endpoints',
]

const createPanelStore = (): StoreApi<ObjectsPanelState> => {
  const saved = readSaved('objects', { namespace: '', closed: machineKinds })
  const store = createStore<ObjectsPanelState>(() => ({
    namespace: saved.namespace,
    filter: '',
    closed: new Set(saved.closed),
  }))
  store.subscribe(({ namespace, closed }) => save('objects', { namespace, closed: [...closed] }))
  return store
}

export const objectsPanelStore = (lab: Lab): StoreApi<ObjectsPanelState> => partState(lab, createPanelStore)

/** Opens or folds a kind. */
export function toggleKind(store: StoreApi<ObjectsPanelState>, id: string): void {
  store.setState(({ closed }) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    return { closed: next }
  })
}
