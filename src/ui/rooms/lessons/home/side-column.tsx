import { type ChangeEvent, useState } from 'react'
import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { changeProgress, type LessonProgress } from '#ui/lab/lesson-progress.ts'
import { readChosen, withResults } from '#ui/rooms/lessons/state/progress-file.ts'
import { countText } from '#ui/model/words.ts'
import { BringColumn } from './bring-column.tsx'
import { MakeColumn } from './make-column.tsx'
import styles from './home.module.css'
import make from './make.module.css'

interface SideColumnProps {
  readonly lessons: readonly Lesson[]
  readonly progress: LessonProgress
  readonly onStart: (lesson: Lesson) => void
  readonly onProgress: (progress: LessonProgress) => void
}

/** The learner's progress, and how to make a lesson. */
export function SideColumn({ lessons, progress, onStart, onProgress }: SideColumnProps) {
  const [words, setWords] = useState('')
  const done = lessons.filter(({ id }) => Object.hasOwn(progress.done, id))
  const atPar = done.filter(({ id, par }) => (progress.done[id]?.requests ?? Infinity) <= par)
  // Lessons that are being played belong to clusters of this browser.
  const save = () =>
    downloadText(`${JSON.stringify({ ...progress, open: {} }, null, 2)}\n`, 'orchard-lessons.json', 'application/json')
  const onImport = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file !== undefined) void readChosen(file).then(take)
    target.value = ''
  }
  const take = (done: LessonProgress['done'] | string) => {
    if (typeof done === 'string') return setWords(done)
    onProgress(changeProgress((now) => withResults(now, done)))
    setWords(`Results of ${countText(Object.keys(done).length, 'lesson')} were read.`)
  }
  return (
    <aside className={styles.side} aria-label="Yours" data-region="inspector">
      <header>
        <h3>Yours</h3>
        <span className={make.tools}>
          <label className={make.choose}>
            Import
            <input type="file" className="visually-hidden" accept=".json" onChange={onImport} />
          </label>
          <Button size="small" look="ghost" onClick={save}>
            Export
          </Button>
        </span>
      </header>
      <dl>
        <dt>Done</dt>
        <dd>
          {done.length} of {lessons.length}
        </dd>
        <dt>At par or better</dt>
        <dd>
          {atPar.length} of {done.length}
        </dd>
        <dt>Kept</dt>
        <dd>in this browser only</dd>
      </dl>
      <p role="status">{words}</p>
      <BringColumn onStart={onStart} />
      <MakeColumn lessons={lessons} />
    </aside>
  )
}
