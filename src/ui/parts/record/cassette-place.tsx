import { useStore } from 'zustand'
import { later } from '#ui/kit/later.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { createOpenStore } from '#ui/lab/open-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'

const Bar = later(async () => (await import('./cassette-bar.tsx')).CassetteOfTab)

const createPlace = (): ReturnType<typeof createOpenStore> => createOpenStore()

/** Holds the state of the bar of the cassette; its code is loaded when it is. */
export const cassettePlace = (lab: Lab): ReturnType<typeof createPlace> => partState(lab, createPlace)

/** Shows the bar, in the room that has it. */
export function openCassette(lab: Lab): void {
  lab.goTo('lab')
  cassettePlace(lab).open()
}

/** The place of the bar above the work area. */
export function CassettePlace() {
  return useStore(cassettePlace(useLab()), ({ open }) => open) ? <Bar /> : null
}
