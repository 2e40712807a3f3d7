import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { type Access, createAccess } from './access.ts'

const of = (lab: Lab): Access => partState(lab, createAccess)

/** Commands of this room for the keys and the palette. */
export const roomCommands: readonly Command[] = [
  {
    id: 'access-decide',
    section: 'Room',
    title: 'Decide the request',
    keys: ['Mod+Enter'],
    icon: 'play',
    run: (lab) => void of(lab).decide(),
  },
  {
    id: 'access-mint',
    section: 'Room',
    title: 'Mint a token',
    keys: [],
    icon: 'plus',
    run: (lab) => of(lab).store.openMintForm(),
  },
  {
    id: 'access-world',
    section: 'Room',
    title: 'Parties of the simulated world',
    keys: [],
    icon: 'menu',
    run: (lab) => of(lab).store.showSide('world'),
  },
  {
    id: 'access-traces',
    section: 'Room',
    title: 'Traces of requests',
    keys: [],
    icon: 'clock',
    run: (lab) => of(lab).store.showSide('traces'),
  },
]
