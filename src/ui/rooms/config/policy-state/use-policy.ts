import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { type PolicyRoom, policyRoomOf } from './policy-room.ts'
import type { PolicyState } from './policy-store.ts'
import { policyText } from './subject.ts'

/** Returns state and actions of policies and schemas. */
export const usePolicyRoom = (): PolicyRoom => policyRoomOf(useLab())

/** Selects a part of the state of policies and schemas. */
export const usePolicyState = <Part>(pick: (state: PolicyState) => Part): Part => useStore(usePolicyRoom().store, pick)

/** Returns the text of the open object. */
export function usePolicyText(): string {
  const lab = useLab()
  const open = usePolicyState((state) => state.open)
  const draft = usePolicyState((state) => (state.open === null ? undefined : state.drafts[state.open]))
  return useStore(lab.objects, (objects) =>
    open === null ? '' : (draft?.text ?? policyText({ drafts: {} }, objects, open)),
  )
}
