import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { twoClients } from '#ui/trials/subject.ts'
import type { ClientId } from './orders.ts'
import { type RaceChoice, readChoice } from './store.ts'

/** Returns what the bench shows, by the address. */
export const useChoice = (): RaceChoice => readChoice(useStore(useLab().layout, (state) => state.benches['race'] ?? ''))

/** Returns the names of the two clients. */
export function useNames(): Readonly<Record<ClientId, string>> {
  const lab = useLab()
  useStore(lab.actor)
  const [{ name: a }, { name: b }] = twoClients(lab)
  return { a, b }
}
