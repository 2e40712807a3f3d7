import { useState } from 'react'
import { groupsOf } from '#lesson/catalogue.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { type LessonProgress, playOf, readProgress } from '#ui/lab/lesson-progress.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { isShown } from '#ui/rooms/lessons/home/filter-lessons.ts'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import { lessonsOf } from '#ui/rooms/lessons/state/catalogue.ts'
import { playLesson } from '#ui/rooms/lessons/state/start-lesson.ts'
import styles from './lesson-list.module.css'

/** Done, begun, or how long it takes. */
function LessonState({ lesson, progress }: { readonly lesson: Lesson; readonly progress: LessonProgress }) {
  const { id, steps, minutes } = lesson
  const open = playOf(progress, id, steps.length)
  if (open !== undefined && (open.step > 0 || open.isStepDone))
    return (
      <small className={styles.begun}>
        {open.step} of {steps.length}
      </small>
    )
  if (!Object.hasOwn(progress.done, id)) return <small>{minutes} min</small>
  return (
    <small className={styles.isDone}>
      <Icon name="check" size={12} />
      <span className="visually-hidden">done</span>
    </small>
  )
}

interface LessonListProps {
  /** The id of the lesson that is played. */
  readonly current: string
  /** True if the step points to the inspector, whose place the list takes otherwise where the window is not very wide. */
  readonly withInspector: boolean
}

/** The lessons by group beside the one that is played: each can be gone on with or started. [LSN40] */
export function LessonList({ current, withInspector }: LessonListProps) {
  const lab = useLab()
  const lessons = lessonsOf(lab)
  const progress = readProgress()
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const { done } = progress
  const shown = lessons.filter((lesson) => isShown(lesson, { text, wanted: 'all', done }))
  const start = (lesson: Lesson) => {
    setSaid(`${lesson.title} is opening…`)
    void playLesson(lab, lesson).then(setSaid)
  }
  return (
    <nav className={styles.list} aria-label="Lessons" data-lesson-list={withInspector ? 'inspector' : ''}>
      <h3>
        Lessons{' '}
        <small>{`${lessons.filter(({ id }) => Object.hasOwn(done, id)).length} of ${lessons.length} done`}</small>
      </h3>
      <input
        type="search"
        className={styles.find}
        aria-label="Find a lesson"
        placeholder="Find a lesson"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status">{shown.length === 0 ? 'No lesson has these words.' : said}</p>
      <div className={styles.groups}>
        {groupsOf(shown).map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h4>{group.name}</h4>
            <ul>
              {group.lessons.map((lesson) => (
                <li key={lesson.id}>
                  <button
                    type="button"
                    aria-current={lesson.id === current ? 'true' : undefined}
                    disabled={lesson.id === current}
                    onClick={() => start(lesson)}
                  >
                    <LessonPicture marks={lesson.picture.slice(0, 4)} width={60} />
                    <span>{lesson.title}</span>
                    <LessonState lesson={lesson} progress={progress} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
