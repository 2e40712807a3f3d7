import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { draftsOf } from '#ui/rooms/lessons/state/drafts-store.ts'
import { followRecording } from '#ui/rooms/lessons/state/recording.ts'
import styles from './recording-bar.module.css'

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
  const build = () => {
    draftsOf(lab).show(id)
    lab.goTo('lessons')
  }
  return (
    <section className={styles.bar} aria-label="Recording">
      <span className={styles.dot} aria-hidden="true" />
      <b>Recording a lesson</b>
      <span role="status">
        {count} {count === 1 ? 'request' : 'requests'}
      </span>
      {words === '' ? (
        <span className={styles.words}>What you change or send here becomes its steps.</span>
      ) : (
        <span role="alert" className={styles.words}>
          {words}
        </span>
      )}
      {(room !== 'lessons' || shown !== id) && (
        <Button size="small" look="primary" onClick={build}>
          Build it
        </Button>
      )}
    </section>
  )
}
