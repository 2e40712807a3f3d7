import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Actor } from './api.ts'
import { readSaved, save } from './saved.ts'

export type ActorStore = StoreApi<Actor & { choose(actor: Actor): void }>

/** On whose behalf a person may act in the page; the first is the default. */
export const people: readonly Actor[] = [
  { name: 'alice', groups: ['shop:editors', 'system:authenticated'] },
  { name: 'bob', groups: ['shop:editors', 'system:authenticated'] },
  { name: 'carol', groups: ['shop:viewers', 'system:authenticated'] },
  { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
]

const [alice = { name: 'alice', groups: [] }] = people

/** Who the person at the page is. Their writes have a solid ring on the rail. */
export function createActorStore(): ActorStore {
  const saved: Actor = readSaved('actor', alice)
  return createStore((set, get) => ({
    name: saved.name,
    groups: saved.groups,
    ...(saved.token === undefined ? {} : { token: saved.token }),
    choose({ name, groups, token }) {
      const actor = { name, groups, ...(token === undefined ? {} : { token }) }
      save('actor', actor)
      // The whole state: the token of who acted before must not stay.
      set({ ...actor, choose: get().choose }, true)
    },
  }))
}
