import { useState } from 'react'
import { useStore } from 'zustand'
import type { Lesson, LessonStep } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { readProgress, requestsOf } from '#ui/lab/lesson-progress.ts'
import { forkAt } from '#ui/parts/clusters/fork.ts'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import { lessonsOf } from '#ui/rooms/lessons/state/catalogue.ts'
import { playerOf } from '#ui/rooms/lessons/state/player-store.ts'
import { endLesson, startLesson } from '#ui/rooms/lessons/state/start-lesson.ts'
import { Line } from './markdown.tsx'
import styles from './column.module.css'

/** The lessons to go on with: the next ones that are not done, of the same group first. */
function nextLessons(all: readonly Lesson[], lesson: Lesson): readonly Lesson[] {
  const { done } = readProgress()
  const at = all.indexOf(lesson)
  const rest = [...all.slice(at + 1), ...all.slice(0, at)].filter(({ id }) => !Object.hasOwn(done, id))
  return [
    ...rest.filter(({ group }) => group === lesson.group),
    ...rest.filter(({ group }) => group !== lesson.group),
  ].slice(0, 2)
}

/** The requests of each step against those of its answer. */
function Golf({ lesson, counts }: { readonly lesson: Lesson; readonly counts: readonly number[] }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <section aria-labelledby="lesson-golf">
      <h3 id="lesson-golf">
        Requests <b>{total}</b>, par {lesson.par}
      </h3>
      <ul className={styles.golf}>
        {lesson.steps.map(({ title, answer }, at) => (
          <li key={title}>
            <span>{title}</span>
            <span aria-hidden="true">
              {Array.from({ length: Math.min(8, counts[at] ?? 0) }, (_none, bar) => (
                // oxlint-disable-next-line react/no-array-index-key -- bars never move
                <i key={bar} data-above={bar >= answer.length ? '' : undefined} />
              ))}
            </span>
            <span>
              {counts[at] ?? 0} of {answer.length}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The requests of one step: the learner's beside those of the answer. */
function StepCompare({ step, sent }: { readonly step: LessonStep; readonly sent: readonly string[] }) {
  return (
    <details className={styles.compare}>
      <summary>{step.title}</summary>
      <h4>Yours</h4>
      <pre>{sent.length === 0 ? 'none' : sent.join('\n')}</pre>
      <h4>Answer</h4>
      <pre>{step.answer.map(({ method, target }) => `${method} ${target}`).join('\n')}</pre>
    </details>
  )
}

/** Mine and the answer, step by step. Both passed; what differs is how many requests it took. [LSN14] */
function Compare({ lesson, sent }: { readonly lesson: Lesson; readonly sent: readonly (readonly string[])[] }) {
  const steps = lesson.steps.map((step, at) => ({ step, sent: sent[at] ?? [] }))
  return (
    <section aria-labelledby="lesson-compare">
      <h3 id="lesson-compare">Yours and the answer</h3>
      {steps
        .filter(({ step }) => step.answer.length > 0)
        .map((one) => (
          <StepCompare key={one.step.title} {...one} />
        ))}
    </section>
  )
}

/** Summary of each step. */
function Seen({ lesson }: { readonly lesson: Lesson }) {
  return (
    <section aria-labelledby="lesson-seen">
      <h3 id="lesson-seen">What you saw</h3>
      <ul className={styles.seen}>
        {lesson.steps.map(({ title, after }) => (
          <li key={title}>
            <Line text={after} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The end of a lesson: what was seen, the picture that the learner made, and where to go on. [LSN14] */
export function LessonDone() {
  const lab = useLab()
  const { lesson, open } = useStore(playerOf(lab).store)
  const [failure, setFailure] = useState('')
  if (lesson === null) return null
  const start = (next: Lesson) => void startLesson(lab, next).then(setFailure)
  return (
    <div className={styles.done}>
      <p role="status" className={styles.after}>
        <b>Lesson done</b> with {requestsOf(open)} {requestsOf(open) === 1 ? 'request' : 'requests'}.
      </p>
      <LessonPicture marks={open.marks} width={330} label={`The rail of your requests: ${open.marks.join(', ')}`} />
      <Seen lesson={lesson} />
      <Golf lesson={lesson} counts={open.counts} />
      <Compare lesson={lesson} sent={open.sent ?? []} />
      <section aria-labelledby="lesson-next">
        <h3 id="lesson-next">Next</h3>
        {failure !== '' && <p role="alert">{failure}</p>}
        <ul className={styles.nexts}>
          {nextLessons(lessonsOf(lab), lesson).map((next, at) => (
            <li key={next.id}>
              <LessonPicture marks={next.picture} width={90} />
              <span>
                <b>{next.title}</b>
                <small>{next.about}</small>
              </span>
              <Button
                size="small"
                look={at === 0 ? 'primary' : 'plain'}
                aria-label={`Start ${next.title}`}
                onClick={() => start(next)}
              >
                Start
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <div className={styles.actions}>
        <Button size="small" icon="branch" onClick={() => void forkAt(lab, lab.cluster.getState().published)}>
          Play on from here
        </Button>
        <Button size="small" onClick={() => start(lesson)}>
          Do it again
        </Button>
        <Button size="small" onClick={() => void endLesson(lab, open)}>
          Back to my cluster
        </Button>
      </div>
    </div>
  )
}
