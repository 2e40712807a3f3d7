import { useEffect, useRef } from 'react'
import type { Lesson } from '#lesson/lesson.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { type LessonProgress, playOf } from '#ui/lab/lesson-progress.ts'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import styles from './home.module.css'

interface LessonCardProps {
  readonly lesson: Lesson
  readonly progress: LessonProgress
  /** The address names it: it gets the focus. */
  readonly isNamed: boolean
  readonly isBusy: boolean
  readonly onStart: () => void
}

/** Done, begun, or how long it takes. */
function CardState({ lesson, progress }: Pick<LessonCardProps, 'lesson' | 'progress'>) {
  const done = Object.hasOwn(progress.done, lesson.id) ? progress.done[lesson.id] : undefined
  const open = playOf(progress, lesson.id, lesson.steps.length)
  if (open !== undefined && (open.step > 0 || open.isStepDone))
    return (
      <span className={styles.state}>
        <b className={styles.begun}>
          {open.step} of {lesson.steps.length}
        </b>
        <small>par {lesson.par}</small>
      </span>
    )
  if (done !== undefined)
    return (
      <span className={styles.state}>
        <b className={styles.isDone}>
          <Icon name="check" size={12} /> done
        </b>
        <small>
          {done.requests} {done.requests === 1 ? 'request' : 'requests'}, par {lesson.par}
        </small>
      </span>
    )
  return (
    <span className={styles.state}>
      <span>{lesson.minutes} min</span>
      <small>par {lesson.par}</small>
    </span>
  )
}

/** One lesson of the home page. */
export function LessonCard({ lesson, progress, isNamed, isBusy, onStart }: LessonCardProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isNamed) return
    button.current?.scrollIntoView({ block: 'center' })
    button.current?.focus()
  }, [isNamed])
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={styles.card}
        data-lesson-card={lesson.id}
        disabled={isBusy}
        onClick={onStart}
      >
        <LessonPicture marks={lesson.picture} />
        <span className={styles.words}>
          <b>{lesson.title}</b>
          <small>{lesson.about}</small>
        </span>
        <CardState lesson={lesson} progress={progress} />
      </button>
    </li>
  )
}
