import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from './lab.ts'
import { findObject } from '#ui/model/object-view.ts'

export const LabContext = createContext<Lab | null>(null)

/** Returns the Lab of this view. */
export function useLab(): Lab {
  const lab = useContext(LabContext)
  if (lab === null) throw new Error('useLab is called outside of LabContext')
  return lab
}

/**
 * Returns the selected object as of the cursor; `undefined` when nothing is selected or the object does not exist at
 * that revision.
 */
export function useSelectedObject(): ApiObject | undefined {
  const { view, selection } = useLab()
  const ref = useStore(selection, (state) => state.object)
  return useStore(view, (state) => findObject(state, ref))
}

/** Returns the revision that every panel shows, `null` at Live. */
export const useCursorAt = (): number | null => useStore(useLab().cursor, (state) => state.at)
