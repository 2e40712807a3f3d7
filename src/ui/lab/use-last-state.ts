import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { createLastState } from './last-state-store.ts'
import { partState } from './part-state.ts'
import { useLab, useSelectedObject } from './use-lab.ts'

/** Returns the last seen state of the selected object, so that its deletion can be shown after it is gone. */
export function useLastState(): ApiObject | undefined {
  const lab = useLab()
  const store = partState(lab, createLastState)
  const ref = useStore(lab.selection, (state) => state.object)
  const object = useSelectedObject()
  const key = ref === null ? '' : `${ref.resourceId} ${ref.namespace}/${ref.name}`
  useEffect(() => store.note(key, object), [store, key, object])
  return useStore(store, (state) => (state.key === key ? state.object : undefined))
}
