import { createContext, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from './lab.ts'
import { createShownTime } from '#ui/model/clock.ts'
import { findObject } from '#ui/model/object-view.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { revisionState, writesOf } from '#ui/model/life.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { unreadableWords } from '#ui/model/life-words.ts'
import { createLifeStore, type SelectedLife } from './life-store.ts'
import { partState } from './part-state.ts'

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

/** Returns the uid of that object; `''` for none. */
export function useSelectedUid(): string {
  const { view, selection } = useLab()
  const ref = useStore(selection, (state) => state.object)
  return useStore(view, (state) => findObject(state, ref)?.metadata.uid ?? '')
}

/** Returns the revision that every panel shows, `null` at Live. */
export const useCursorAt = (): number | null => useStore(useLab().cursor, (state) => state.at)

/** Returns the state of the selected name: live, terminating, gone, expired or never there. [LF1] */
export const useLife = (): SelectedLife => useStore(partState(useLab(), createLifeStore))

/** Returns the time from which ages count. [UI12] */
export const useShownTime = (): number => useStore(partState(useLab(), createShownTime))

/** Returns what `text` makes of that time; draws only when the text changes. */
export const useShownText = (text: (nowMs: number) => string): string =>
  useStore(partState(useLab(), createShownTime), text)

/** Returns why the displayed revision cannot be read; `''` if it can. [LF1] */
export function useUnreadable(): string {
  const { cluster, cursor } = useLab()
  const at = useStore(cursor, (state) => (state.refused === null ? null : state.at))
  return useStore(cluster, ({ compacted, published }) => {
    if (at === null) return ''
    const state = revisionState(at, { compacted, published })
    return state === 'kept' ? '' : unreadableWords(state, { at, compacted, published })
  })
}

interface Rows {
  readonly rows: readonly RevisionRow[]
}

/** Returns a selector that reads only new rows, and returns the same list until a write is added or expires. */
function writesSelector(ref: ObjectRef): (state: Rows) => readonly RevisionRow[] {
  let known: (Rows & { readonly writes: readonly RevisionRow[] }) | undefined
  return ({ rows }) => {
    if (known?.rows !== rows) known = { rows, writes: writesOf(ref, rows, known) }
    return known.writes
  }
}

/** Returns the kept writes of a name, oldest first. Writes of other objects draw nothing again. [PF5] */
export function useWritesOf(ref: ObjectRef): readonly RevisionRow[] {
  const select = useMemo(() => writesSelector(ref), [ref])
  return useStore(useLab().cluster, select)
}
