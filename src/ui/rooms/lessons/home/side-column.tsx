import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import type { LessonProgress } from '#ui/lab/lesson-progress.ts'
import { BringColumn } from './bring-column.tsx'
import { MakeColumn } from './make-column.tsx'
import styles from './home.module.css'

interface SideColumnProps {
  readonly lessons: readonly Lesson[]
  readonly progress: LessonProgress
  readonly onStart: (lesson: Lesson) => void
}

/** The learner's progress, and how to make a lesson. */
export function SideColumn({ lessons, progress, onStart }: SideColumnProps) {
  const done = lessons.filter(({ id }) => Object.hasOwn(progress.done, id))
  const atPar = done.filter(({ id, par }) => (progress.done[id]?.requests ?? Infinity) <= par)
  const save = () => downloadText(`${JSON.stringify(progress, null, 2)}\n`, 'orchard-lessons.json', 'application/json')
  return (
    <aside className={styles.side} aria-label="Yours" data-region="inspector">
      <header>
        <h3>Yours</h3>
        <Button size="small" look="ghost" onClick={save}>
          Export
        </Button>
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
      <BringColumn onStart={onStart} />
      <MakeColumn lessons={lessons} />
    </aside>
  )
}
