import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { createLifeStore } from './life-store.ts'
import type { Lab } from './lab.ts'

const resourceId = 'v1.configmaps'
const object = (name: string, uid: string): ApiObject => ({ metadata: { name, namespace: 'shop', uid } })
const row = (revision: number, name: string, effect = 'changed'): RevisionRow =>
  ({
    revision,
    group: '',
    version: 'v1',
    resource: 'configmaps',
    namespace: 'shop',
    name,
    uid: name,
    actor: 'bob',
    effect,
    changes: [],
  }) as unknown as RevisionRow

/** A store that the test changes. */
function storeOf<State extends object>(first: State) {
  let state = first
  const listeners: ((next: State, before: State) => void)[] = []
  return {
    getState: (): State => state,
    subscribe: (listener: (next: State, before: State) => void) => listeners.push(listener),
    change(part: Partial<State>): void {
      const before = state
      state = { ...state, ...part }
      for (const listener of listeners) listener(state, before)
    },
  }
}

function trial() {
  const stock = object('stock', 'stock')
  const group = (items: readonly ApiObject[]) =>
    new Map([
      [resourceId, { state: 'live', items: new Map(items.map((item) => [`shop/${item.metadata.name}`, item])) }],
    ])
  const cluster = storeOf({ rows: [row(1, 'stock', 'created')] as readonly RevisionRow[], compacted: 0, published: 1 })
  const view = storeOf({ at: null as number | null, discovered: true, groups: group([stock]) })
  const selection = storeOf({ object: { resourceId, namespace: 'shop', name: 'stock' } })
  const objects = storeOf({ collections: new Map() })
  const cursor = storeOf({ at: null as number | null })
  const store = createLifeStore({ cluster, view, selection, objects, cursor } as unknown as Lab)
  let drawn = 0
  store.subscribe(() => (drawn += 1))
  const write = (added: RevisionRow): void =>
    cluster.change({ rows: [...cluster.getState().rows, added], published: added.revision })
  return { store, cluster, view, cursor, write, group, stock, drawnTimes: () => drawn }
}

test('[PF5] writes of other objects do not change the state of the selected one; its own, its end and its expiry do', () => {
  const { store, cluster, view, write, group, stock, drawnTimes } = trial()
  expect(store.getState().life).toMatchObject({ type: 'live', since: 1 })
  const before = store.getState()
  for (let revision = 2; revision < 6; revision += 1) {
    write(row(revision, 'other'))
    view.change({ groups: group([stock, object('other', 'other')]) })
  }
  expect(store.getState()).toBe(before)
  expect(drawnTimes()).toBe(0)

  write(row(6, 'stock'))
  expect(store.getState().writes).toHaveLength(2)
  write(row(7, 'stock', 'removed'))
  view.change({ groups: group([]) })
  expect(store.getState().life).toMatchObject({ type: 'gone', removal: { revision: 7 } })
  cluster.change({ rows: [], compacted: 7 })
  expect(store.getState().life.type).toBe('expired')
})

test('[PF5] a step of the cursor between two writes of the selected object does not change its state', () => {
  const { store, cursor, view, write, stock, drawnTimes } = trial()
  for (let revision = 2; revision < 5; revision += 1) write(row(revision, 'other'))
  const before = store.getState()
  view.change({ at: 4, groups: new Map([[resourceId, { state: 'past', items: new Map([['shop/stock', stock]]) }]]) })
  for (const at of [4, 3, 2]) cursor.change({ at })

  expect(store.getState()).toBe(before)
  expect(drawnTimes()).toBe(0)
})
