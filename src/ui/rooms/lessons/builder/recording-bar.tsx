import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LessonDraft } from '#lesson/build/draft.ts'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { draftsOf } from '#ui/rooms/lessons/state/drafts-store.ts'
import { followRecording } from '#ui/rooms/lessons/state/recording.ts'
import { removeDraft } from '#ui/rooms/lessons/state/start-build.ts'
import { countText } from '#ui/model/words.ts'
import styles from './recording-bar.module.css'

/** Ends the recording and deletes its draft with all that it holds, after a question if anything was recorded. [LSN29] */
function DeleteDraft({ draft }: { readonly draft: LessonDraft }) {
  const lab = useLab()
  const [isAsking, setAsking] = useState(false)
  const remove = () => void removeDraft(lab, draft)
  const count = draft.recorded.length
  if (!isAsking)
    return (
      <Button size="small" look="ghost" onClick={count === 0 ? remove : () => setAsking(true)}>
        {count === 0 ? 'Delete draft' : 'Delete draft…'}
      </Button>
    )
  return (
    <>
      <Button size="small" onClick={remove}>
        Delete {countText(count, 'request')}
      </Button>
      <Button size="small" look="ghost" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </>
  )
}

/** States that requests become steps of a lesson, and leads to the builder. Records while it is shown. [LSN19] */
export function RecordingBar({ id }: { readonly id: string }) {
  const lab = useLab()
  const { drafts, shown, unstored } = useStore(draftsOf(lab).store)
  const room = useStore(lab.rooms, ({ open }) => open)
  const [failure, setFailure] = useState('')
  useEffect(() => followRecording(lab, id, setFailure), [lab, id])
  const draft = Object.hasOwn(drafts, id) ? drafts[id] : undefined
  const count = draft?.recorded.length ?? 0
  const words = failure === '' ? unstored : failure
  const isBuilding = room === 'lessons' && shown === id
  const build = () => {
    draftsOf(lab).show(id)
    lab.goTo('lessons')
  }
  return (
    <section className={styles.bar} aria-label="Recording">
      <span className={styles.dot} aria-hidden="true" />
      <b>Recording a lesson</b>
      <span role="status">{countText(count, 'request')}</span>
      {words === '' ? (
        <span className={styles.words}>What you change or send here becomes its steps.</span>
      ) : (
        <span role="alert" className={styles.words}>
          {words}
        </span>
      )}
      {/* The builder has both: there, one of them would move to where the other was clicked. */}
      {!isBuilding && (
        <>
          {draft !== undefined && <DeleteDraft draft={draft} />}
          <Button size="small" look="primary" onClick={build}>
            Build it
          </Button>
        </>
      )}
    </section>
  )
}
