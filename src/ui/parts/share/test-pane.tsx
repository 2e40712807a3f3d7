import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { askLessonOfRecent } from '#ui/lab/asked-lesson.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { formats, isRecordFormat, recordStore } from '#ui/parts/record/store.ts'
import { CopyButton } from './link-line.tsx'
import styles from './share.module.css'

const lesson = 'lesson'
const choices = [
  ...Object.entries(formats).map(([value, { label }]) => ({ value, label })),
  { value: lesson, label: 'Lesson' },
]

/** The last requests of the session as a test, a script, a scenario or a lesson. [SH14] */
export function TestPane() {
  const lab = useLab()
  const store = recordStore(lab)
  const { format } = useStore(store)
  const [isLesson, setLesson] = useState(false)
  useEffect(() => store.follow(), [store])
  return (
    <>
      <p className={styles.say}>
        <Segments
          label="Form"
          choices={choices}
          value={isLesson ? lesson : format}
          onChange={(value) => {
            setLesson(value === lesson)
            if (isRecordFormat(value)) store.setFormat(value)
          }}
        />
      </p>
      {isLesson ? <LessonWords /> : <MadeFile />}
    </>
  )
}

/** The made file, with the way to choose its requests. */
function MadeFile() {
  const lab = useLab()
  const { ticked, text, refused, format } = useStore(recordStore(lab))
  const { file } = formats[format]
  return (
    <>
      <p className={styles.say}>
        {ticked.size === 0
          ? 'No request of this session can become a test yet: change an object, or send one in the tab Request.'
          : `From ${countText(ticked.size, 'request')} of this session. Versions are relations, never numbers.`}
        <Button size="small" look="ghost" onClick={() => lab.overlay.open('record')}>
          Choose requests
        </Button>
        {text !== '' && <CopyButton label="Copy" text={text} />}
      </p>
      {refused !== '' && <p role="alert">{refused}</p>}
      {text !== '' && (
        // Scrolls by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} aria-label={file} className={styles.text}>
          {text}
        </pre>
      )}
    </>
  )
}

/** Lessons are built in their own room: the last requests are sent again there on a new cluster. [LSN28] */
function LessonWords() {
  const lab = useLab()
  return (
    <p className={styles.say}>
      The room Lessons makes a draft of your last requests: each is sent again on a new cluster and becomes a step, with
      the conditions that its answer fulfils.
      <Button size="small" onClick={() => askLessonOfRecent(lab)}>
        Make the draft
      </Button>
    </p>
  )
}
