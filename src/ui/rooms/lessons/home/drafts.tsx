import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LessonDraft } from '#lesson/build/draft.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText, minuteText } from '#ui/model/words.ts'
import { removeUntouched } from '#ui/rooms/lessons/state/abandoned.ts'
import { draftsOf } from '#ui/rooms/lessons/state/drafts-store.ts'
import { removeDraft } from '#ui/rooms/lessons/state/start-build.ts'
import styles from './make.module.css'

/** Asks before a draft goes, because its words and its recording cannot be brought back. */
function Delete({ draft }: { readonly draft: LessonDraft }) {
  const lab = useLab()
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <IconButton
        icon="x"
        iconSize={12}
        size="small"
        label={`Delete ${draft.title}…`}
        onClick={() => setAsking(true)}
      />
    )
  return (
    <span className={styles.tools}>
      <Button size="small" onClick={() => void removeDraft(lab, draft)}>
        Delete
      </Button>
      <Button size="small" look="ghost" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </span>
  )
}

/** The lessons that are being built: to go on with them, or to delete them with their clusters. [LSN29] */
export function Drafts() {
  const lab = useLab()
  const drafts = draftsOf(lab)
  const all = Object.values(useStore(drafts.store, (state) => state.drafts)).toSorted(
    (a, b) => b.changedMs - a.changedMs,
  )
  useEffect(() => void removeUntouched(lab), [lab])
  if (all.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Drafts">
      {all.map((draft) => (
        <li key={draft.id}>
          <span>
            {draft.title} <small>{countText(draft.steps.length, 'step')}</small>
            <small className={styles.when}>left {minuteText(draft.changedMs)}</small>
          </span>
          <Button size="small" aria-label={`Continue ${draft.title}`} onClick={() => drafts.show(draft.id)}>
            Go on
          </Button>
          <Delete draft={draft} />
        </li>
      ))}
    </ul>
  )
}
