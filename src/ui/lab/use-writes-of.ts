import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { writesOf } from '#ui/model/life.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { useLab } from './use-lab.ts'

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
