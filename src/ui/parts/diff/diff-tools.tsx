import { useState } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { Button } from '#ui/kit/button.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { isWriteOf } from '#ui/model/selection.ts'
import { createDiffs, sidesOf, versionsPatch } from '#ui/texts/diff-store.ts'

interface Sides {
  readonly before: ApiObject
  readonly after: ApiObject
}

/** Returns both versions that are compared; `null` while one is not loaded, or where the object did not exist. */
function useSides(): Sides | null {
  const lab = useLab()
  const state = useStore(partState(lab, createDiffs).store)
  const ref = useStore(lab.selection, ({ object }) => object)
  const chosen = useStore(lab.selection, ({ revision }) => revision)
  const at = useStore(lab.cursor, (cursor) => cursor.at)
  const rows = useStore(lab.cluster, (cluster) => cluster.rows)
  const writes = ref === null ? [] : rows.filter((row) => isWriteOf(row, ref))
  const sides = sidesOf(writes, { ...state, chosen, at })
  const before = state.loaded.get(sides?.from?.revision ?? 0)
  const after = state.loaded.get(sides?.to.revision ?? 0)
  return before && after ? { before, after } : null
}

/** Copies the JSON merge patch from the earlier to the later version. [DF3] */
function CopyPatch() {
  const sides = useSides()
  const [copied, setCopied] = useState<ApiObject | null>(null)
  const copy = async ({ before, after }: Sides): Promise<void> => {
    if (await copyText(JSON.stringify(versionsPatch(before, after), null, 2))) setCopied(after)
  }
  return (
    <Button
      look="ghost"
      size="small"
      disabled={sides === null}
      title="The JSON merge patch that turns the earlier version into the later one; lists are replaced as a whole"
      onClick={() => sides !== null && void copy(sides)}
    >
      {copied !== null && copied === sides?.after ? 'Copied' : 'Copy as merge patch'}
    </Button>
  )
}

/** The tools of the diff: the patch between the versions, and how their texts are shown. */
export function DiffTools() {
  const { store, setSideBySide } = partState(useLab(), createDiffs)
  const sideBySide = useStore(store, (state) => state.sideBySide)
  return (
    <>
      <CopyPatch />
      <Button size="small" aria-pressed={!sideBySide} onClick={() => setSideBySide(false)}>
        Inline
      </Button>
      <Button size="small" aria-pressed={sideBySide} onClick={() => setSideBySide(true)}>
        Side by side
      </Button>
    </>
  )
}
