import type { Lab } from '#ui/lab/lab.ts'
import { readSaved, saveOnLeave } from '#ui/model/saved.ts'
import { type Chain, restoredChains, savedChains } from './chains-state.ts'
import { type Chains, createChains } from './chains-store.ts'

interface SavedChains {
  readonly chains: readonly Chain[]
}

const noSaved: SavedChains = { chains: [] }

/** Creates the user's paged lists, which survive a reload of the page. [PP5] */
export function createChainsPart(lab: Lab): Chains {
  const chains = createChains(lab.send, { restored: restoredChains(readSaved('chains', noSaved).chains) })
  saveOnLeave('chains', () => ({ chains: savedChains(chains.store.getState()) }) satisfies SavedChains)
  return chains
}
