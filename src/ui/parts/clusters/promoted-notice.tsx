import { useState } from 'react'
import { useStore } from 'zustand'
import { attempt } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { readSaved, save } from '#ui/model/saved.ts'
import { PROMOTED_KEY, type PromotedNote, undoPromotion } from './promote.ts'
import { clustersStore } from './store.ts'

const nothing: PromotedNote = { branch: '', was: '', now: '', kept: '' }

/** Says that a branch became the cluster, and undoes it. It stays until it is dismissed, or the old line is gone. [MC11] */
export function PromotedNotice({ className }: { readonly className: string }) {
  const lab = useLab()
  const [note, setNote] = useState(() => readSaved(PROMOTED_KEY, nothing))
  const isThere = useStore(clustersStore(lab).store, ({ clusters }) =>
    clusters.some(({ name, deletedMs }) => name === note.branch && deletedMs === undefined),
  )
  if (note.branch === '' || !isThere) return null
  const dismiss = (): void => {
    save(PROMOTED_KEY, nothing)
    setNote(nothing)
  }
  return (
    <div className={className} role="status" data-promoted="">
      <p>
        <b>
          “{note.was}” is {note.now} now.
        </b>{' '}
        What {note.now} was before is kept as the branch “{note.kept}”.
      </p>
      <Button
        size="small"
        onClick={() => {
          dismiss()
          void attempt(lab, undoPromotion(lab, note.branch))
        }}
      >
        Undo
      </Button>
      <IconButton icon="x" iconSize={14} size="small" label="Dismiss" onClick={dismiss} />
    </div>
  )
}
