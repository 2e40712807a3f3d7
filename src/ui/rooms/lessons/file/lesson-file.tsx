import { type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'
import { readLesson } from '#lesson/read-lesson.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { lessonsOf } from '#ui/rooms/lessons/state/catalogue.ts'
import { lessonFileOf } from '#ui/rooms/lessons/state/file-store.ts'
import { startEdit } from '#ui/rooms/lessons/state/start-build.ts'
import { LessonYaml } from './lesson-yaml.tsx'
import styles from './file.module.css'

interface LessonFileProps {
  readonly className: string
  /** The choice of another file on narrow pages. */
  readonly menu: ReactNode
}

/** Starts from the text of a lesson of the product. */
function StartFrom() {
  const lab = useLab()
  return (
    <label>
      Read
      <select
        value=""
        onChange={({ target }) => {
          const lesson = lessonsOf(lab).find(({ id }) => id === target.value)
          if (lesson !== undefined) lessonFileOf(lab).open(writeLesson(lesson))
        }}
      >
        <option value="">a lesson…</option>
        {lessonsOf(lab).map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** `lesson.yaml` among the files of the Config room: completed, checked, and handed to the builder. [LSN27] */
export function LessonFile({ className, menu }: LessonFileProps) {
  const lab = useLab()
  const file = lessonFileOf(lab)
  const { files } = useStore(file.store)
  const { lesson, problems } = useMemo(() => readLesson('mine', files), [files])
  const text = files['lesson.yaml'] ?? ''
  return (
    <main
      id="work"
      tabIndex={-1}
      className={`${styles.file} ${className}`}
      aria-label="Editor"
      data-region="work"
      data-testid="lesson-file"
    >
      <div className={styles.bar}>
        {menu}
        <p className={styles.words} role="status">
          {lesson === null
            ? countText(problems.length, 'problem')
            : `No problems: ${countText(lesson.steps.length, 'step')}.`}
        </p>
        <StartFrom />
        <Button size="small" look="ghost" onClick={() => downloadText(text, 'lesson.yaml', 'application/yaml')}>
          Download
        </Button>
        <Button
          size="small"
          look="primary"
          disabled={lesson === null}
          onClick={() => {
            if (lesson === null) return
            startEdit(lab, lesson)
            lab.goTo('lessons')
          }}
        >
          Open in the builder
        </Button>
      </div>
      <LessonYaml text={text} problems={problems} onChange={(changed) => file.setText(changed)} />
    </main>
  )
}
