import { useStore } from 'zustand'
import { IconButton } from '#ui/kit/button.tsx'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createUndo } from './undo-store.ts'

/** Says what the last undo did where the header has no room for the sentence. Screen readers hear it from the header. [UN1] */
export function UndoSaid({ className }: { readonly className: string }) {
  const undo = partState(useLab(), createUndo)
  const said = useStore(undo.store, (state) => state.said)
  const isNarrow = useNarrow(1179)
  if (said === '' || !isNarrow) return null
  return (
    <div className={className} data-testid="undo-said">
      <p>{said}</p>
      <IconButton icon="x" iconSize={14} size="small" label="Dismiss" onClick={undo.dismiss} />
    </div>
  )
}
