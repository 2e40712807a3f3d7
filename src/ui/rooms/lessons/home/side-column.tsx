import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import type { LessonProgress } from '#ui/lab/lesson-progress.ts'
import styles from './home.module.css'

interface SideColumnProps {
  readonly lessons: readonly Lesson[]
  readonly progress: LessonProgress
}

/** The learner's progress, and how to make a lesson. */
export function SideColumn({ lessons, progress }: SideColumnProps) {
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
      <h3>Make one</h3>
      <p>
        A lesson is a folder: <code>lesson.yaml</code>, <code>text.md</code> and the objects to begin with. Check and
        play it with <code>npm run orchard -- lesson test DIR</code>.
      </p>
    </aside>
  )
}
