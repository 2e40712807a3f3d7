import { Line, Words } from '#ui/rooms/lessons/player/markdown.tsx'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import { StepBars } from '#ui/rooms/lessons/picture/step-bars.tsx'
import type { Build } from './build.ts'
import styles from './side.module.css'

/** The open step as a learner will read it. */
export function Preview({ build }: { readonly build: Build }) {
  const { draft, lesson, view } = build
  const at = view.type === 'step' ? draft.steps.findIndex(({ key }) => key === view.key) : -1
  const step = lesson.steps[at]
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3>
        Preview <small>{step === undefined ? 'beginning' : `step ${at + 1} of ${lesson.steps.length}`}</small>
      </h3>
      <div className={styles.card}>
        {step === undefined ? (
          <>
            <LessonPicture marks={lesson.picture} />
            <h4>{lesson.title}</h4>
            <Words text={lesson.text} />
          </>
        ) : (
          <>
            <small>
              {lesson.group} · {lesson.minutes} min
            </small>
            <StepBars step={at} count={lesson.steps.length} />
            <h4>{step.title}</h4>
            <Words text={step.say} />
            <ul>
              {step.expect.map(({ is, say }) => (
                <li key={is}>
                  <Line text={say} />
                </li>
              ))}
            </ul>
            <p className={styles.after}>
              <Line text={step.after} />
            </p>
          </>
        )}
      </div>
    </section>
  )
}
