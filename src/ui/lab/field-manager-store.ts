import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { Lab } from './lab.ts'

interface FieldManager {
  /** The name under which this page owns the fields that it writes. */
  readonly name: string
}

interface FieldManagerVerbs {
  rename(name: string): void
}

const byDefault = 'orchctl'

/** Creates the store of the page's field manager, which survives a reload. */
export function createFieldManager(_lab: Lab): ReadableStore<FieldManager> & FieldManagerVerbs {
  const { name } = readSaved<{ readonly name: unknown }>('field-manager', { name: byDefault })
  const first = { name: typeof name === 'string' && name !== '' ? name : byDefault }
  const store = createOwnedStore<FieldManager, FieldManagerVerbs>(first, ({ setState }) => ({
    rename: (to) => setState({ name: to }),
  }))
  store.subscribe((state) => save('field-manager', state))
  return store
}
