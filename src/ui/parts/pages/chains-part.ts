import type { Lab } from '#ui/lab/lab.ts'
import { type Chains, createChains } from './chains-store.ts'

/** The person's paged lists. */
export const createChainsPart = (lab: Lab): Chains => createChains(lab.send)
