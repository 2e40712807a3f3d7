import { useEffect, useRef } from 'react'
import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import type { AskedLesson } from '#ui/lab/asked-lesson.ts'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import styles from './home.module.css'

interface NamedBandProps {
  readonly named: AskedLesson
  readonly lessons: readonly Lesson[]
  /** `step` counts from 0. */
  readonly onStart: (lesson: Lesson, step: number) => void
  readonly isBusy: boolean
}

/** The step that a refusal or a link names: to begin there. Its cluster is brought to it by the answers before. [LSN13] */
export function NamedBand({ named, lessons, onStart, isBusy }: NamedBandProps) {
  const button = useRef<HTMLButtonElement>(null)
  const lesson = lessons.find(({ id }) => id === named.id)
  const step = lesson?.steps[named.step - 1]
  useEffect(() => button.current?.focus(), [])
  if (lesson === undefined || step === undefined) return null
  return (
    <section className={styles.band} aria-label="The step that was asked for">
      <LessonPicture marks={lesson.picture} />
      <span className={styles.words}>
        <b>{lesson.title}</b>
        <small>
          Step {named.step} of {lesson.steps.length}: {step.title}
        </small>
      </span>
      <Button disabled={isBusy} look="ghost" onClick={() => onStart(lesson, 0)}>
        From the beginning
      </Button>
      <Button ref={button} disabled={isBusy} look="primary" onClick={() => onStart(lesson, named.step - 1)}>
        Start at this step
      </Button>
    </section>
  )
}
