import type { Lesson } from '#lesson/lesson.ts'
import type { SentRequest } from '#ui/lab/lesson-progress.ts'
import { differenceWords } from './compare/compare-words.ts'
import styles from './done.module.css'

const barsMax = 8

interface GolfProps {
  readonly lesson: Lesson
  readonly counts: readonly number[]
  readonly exchanges: readonly (readonly SentRequest[])[]
}

/** The first step with more requests than its answer, in words. */
function aboveWords({ lesson, counts, exchanges }: GolfProps): string {
  const at = lesson.steps.findIndex(({ answer }, step) => answer.length > 0 && (counts[step] ?? 0) > answer.length)
  const step = lesson.steps[at]
  return step === undefined ? '' : `${step.title}: ${differenceWords(exchanges[at] ?? [], step.answer)} `
}

/** The requests of each step against those of its answer; bars above par are hollow. [LSN14] */
export function Golf({ lesson, counts, exchanges }: GolfProps) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <section aria-labelledby="lesson-golf">
      <h3 id="lesson-golf" className={styles.score}>
        <span>Requests</span>{' '}
        <span>
          <b>{total}</b> <small>par {lesson.par}</small>
        </span>
      </h3>
      <ul className={styles.golf}>
        {lesson.steps.map(({ title, answer }, at) => (
          <li key={title}>
            <span>{title}</span>
            <span aria-hidden="true">
              {Array.from({ length: Math.min(barsMax, counts[at] ?? 0) }, (_none, bar) => (
                // oxlint-disable-next-line react/no-array-index-key -- bars never move
                <i key={bar} data-above={answer.length > 0 && bar >= answer.length ? '' : undefined} />
              ))}
            </span>
            <span>{counts[at] ?? 0}</span>
            <span>{answer.length > 0 && `par ${answer.length}`}</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{aboveWords({ lesson, counts, exchanges })}Requests of others are not counted.</p>
    </section>
  )
}
