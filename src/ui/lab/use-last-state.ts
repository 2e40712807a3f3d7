import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiObject } from '#api/object-meta.ts'
import { partState } from './part-state.ts'
import { useLab, useSelectedObject } from './use-lab.ts'

interface LastState {
  readonly key: string
  readonly object: ApiObject | undefined
}

const createLast = (): StoreApi<LastState> => createStore<LastState>(() => ({ key: '', object: undefined }))

/** The selected object as it was last seen, so that its end can still be told after it is gone. */
export function useLastState(): ApiObject | undefined {
  const lab = useLab()
  const store = partState(lab, createLast)
  const ref = useStore(lab.selection, (state) => state.object)
  const object = useSelectedObject()
  const key = ref === null ? '' : `${ref.resourceId} ${ref.namespace}/${ref.name}`
  useEffect(() => {
    if (object !== undefined) store.setState({ key, object })
    else if (store.getState().key !== key) store.setState({ key, object: undefined })
  }, [store, key, object])
  return useStore(store, (state) => (state.key === key ? state.object : undefined))
}
