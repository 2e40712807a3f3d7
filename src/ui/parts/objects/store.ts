import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { groupIn, vocabularies } from '#ui/model/names/vocabulary.ts'

/** View options of the objects tree. */
export interface ObjectsPanelState {
  readonly namespace: string
  readonly filter: string
  readonly closed: ReadonlySet<string>
}

/** Kinds that machines write, folded at first, in both vocabularies. */
const machineKinds = [
  'v1.events',
  'v1.endpoints',
  ...vocabularies.flatMap((each) => [
    `${groupIn(each, 'coordination')}.v1.leases`,
    `${groupIn(each, 'discovery')}.v1.endpointslices`,
  ]),
]

interface ObjectsPanelVerbs {
  /** Shows one namespace, or all if `''`. */
  chooseNamespace(name: string): void
  setFilter(filter: string): void
  /** Opens or folds a kind. */
  toggleKind(id: string): void
}

export type ObjectsPanelStore = ReadableStore<ObjectsPanelState> & ObjectsPanelVerbs

function createPanelStore(): ObjectsPanelStore {
  const saved = readSaved('objects', { namespace: '', closed: machineKinds })
  const first: ObjectsPanelState = { namespace: saved.namespace, filter: '', closed: new Set(saved.closed) }
  const store = createOwnedStore<ObjectsPanelState, ObjectsPanelVerbs>(first, ({ setState }) => ({
    chooseNamespace: (namespace) => setState({ namespace }),
    setFilter: (filter) => setState({ filter }),
    toggleKind: (id) =>
      setState(({ closed }) => {
        const next = new Set(closed)
        if (!next.delete(id)) next.add(id)
        return { closed: next }
      }),
  }))
  store.subscribe(({ namespace, closed }) => save('objects', { namespace, closed: [...closed] }))
  return store
}

export const objectsPanelStore = (lab: Lab): ObjectsPanelStore => partState(lab, createPanelStore)
