import type { Lab } from '#ui/lab/lab.ts'
import { type Chains, createChains } from './chains-store.ts'

/** Creates the user's paged lists. */
export const createChainsPart = (lab: Lab): Chains => createChains(lab.send)
