import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { type OpenLesson, requestsOf } from '#ui/lab/lesson-progress.ts'
import { countText, minuteText } from '#ui/model/words.ts'
import { StepBars } from '#ui/rooms/lessons/picture/step-bars.tsx'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import styles from './home.module.css'

interface OpenBandProps {
  /** Newest first. */
  readonly open: readonly OpenLesson[]
  readonly lessons: readonly Lesson[]
  readonly onContinue: (lesson: Lesson) => void
  readonly onStartOver: (lesson: Lesson) => void
  readonly isBusy: boolean
}

/** The lesson that was played last and is not done: to go on with it. */
export function OpenBand({ open, lessons, onContinue, onStartOver, isBusy }: OpenBandProps) {
  const [found] = open.flatMap((play) => {
    const lesson = lessons.find(({ id }) => id === play.id)
    const step = lesson?.steps[play.step]
    return lesson === undefined || step === undefined || play.isDemo === true ? [] : [{ play, lesson, step }]
  })
  if (found === undefined) return null
  const { play, lesson, step } = found
  return (
    <section className={styles.band} aria-label="The open lesson">
      <LessonPicture marks={lesson.picture} />
      <span className={styles.words}>
        <b>{lesson.title}</b>
        <small>
          Step {play.step + 1} of {lesson.steps.length}: {step.title}
        </small>
      </span>
      <span className={styles.far}>
        <StepBars step={play.step} count={lesson.steps.length} />
        <small>
          {countText(requestsOf(play), 'request')}, par {lesson.par} · left {minuteText(play.changedMs)}
        </small>
      </span>
      <Button disabled={isBusy} look="ghost" onClick={() => onStartOver(lesson)}>
        Start over
      </Button>
      <Button disabled={isBusy} look="primary" onClick={() => onContinue(lesson)}>
        Continue
      </Button>
    </section>
  )
}
