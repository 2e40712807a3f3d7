import { createOwnedStore, type ReadableStore } from './owned-store.ts'
import type { Actor } from './api.ts'
import { readSaved, save } from './saved.ts'

export interface ActorStore extends ReadableStore<Actor> {
  /** Acts as this user from now on, also after a reload of the page. */
  choose(actor: Actor): void
}

/** Users that the page can act as; the first is the default. */
export const people: readonly Actor[] = [
  { name: 'alice', groups: ['shop:editors', 'system:authenticated'] },
  { name: 'bob', groups: ['shop:writers', 'system:authenticated'] },
  { name: 'carol', groups: ['shop:viewers', 'system:authenticated'] },
  { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
]

/** Users that the menu of the header offers: those of the lesson that is played on this tab's cluster, else {@link people}. */
export const offeredPeople = (): readonly Actor[] => readSaved('people', { people }).people

const [alice = { name: 'alice', groups: [] }] = people

/** Creates the store of the acting user: the saved one, else `first`. The rail marks this user's writes with a solid ring. */
export function createActorStore(first: Actor = alice): ActorStore {
  const saved: Actor = readSaved('actor', first)
  return createOwnedStore<Actor, Pick<ActorStore, 'choose'>>(copyOf(saved), ({ setState }) => ({
    choose(actor) {
      save('actor', copyOf(actor))
      // Replaces the whole state, so that the token of the previous user does not remain.
      setState(copyOf(actor), true)
    },
  }))
}

const copyOf = ({ name, groups, token }: Actor): Actor => ({ name, groups, ...(token === undefined ? {} : { token }) })
