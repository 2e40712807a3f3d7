import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { type PolicyItem, policyItems } from './policy-items.ts'
import { usePolicyState } from './use-policy.ts'

/** Returns the listed objects; the list changes only when one of these kinds or a draft does. */
export function usePolicyItems(): readonly PolicyItem[] {
  const lab = useLab()
  const drafts = usePolicyState((state) => state.drafts)
  const collections = useStore(lab.objects, (state) => state.collections)
  return useMemo(
    () => policyItems({ discovered: true, collections, changedAt: new Map() }, drafts),
    [collections, drafts],
  )
}
