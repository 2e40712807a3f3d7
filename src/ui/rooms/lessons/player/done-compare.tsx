import type { Lesson, LessonRequest, LessonStep } from '#lesson/lesson.ts'
import type { SentRequest } from '#ui/lab/lesson-progress.ts'
import { bodyText } from './body-text.ts'
import { differenceWords } from './compare-words.ts'
import styles from './done.module.css'

interface ExchangeProps {
  readonly line: string
  /** Code and version of the answer; `''` for none. */
  readonly result: string
  readonly body: string
}

/** One request: its line, what it left, and its body. */
function Exchange({ line, result, body }: ExchangeProps) {
  return (
    <li>
      <p>
        <code>{line}</code>
        {result !== '' && <span> {result}</span>}
      </p>
      {body !== '' && <pre>{body}</pre>}
    </li>
  )
}

const answerLine = ({ method, target, as }: LessonRequest): string =>
  `${method} ${target}${as === '' ? '' : ` as ${as}`}`

/** The requests of one step: the learner's, then those of the answer, and how they differ. */
function StepCompare({ step, sent }: { readonly step: LessonStep; readonly sent: readonly SentRequest[] }) {
  return (
    <details className={styles.compare}>
      <summary>{step.title}</summary>
      <p className={styles.note}>Both pass. {differenceWords(sent, step.answer)}</p>
      <h4>Yours</h4>
      {sent.length === 0 && <p>none</p>}
      <ul>
        {sent.map(({ line, code, version, body }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same request can be sent twice
          <Exchange key={at} line={line} result={`${code} ${version}`.trim()} body={bodyText(body)} />
        ))}
      </ul>
      <h4>Answer</h4>
      <ul>
        {step.answer.map((request, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same request can be sent twice
          <Exchange key={at} line={answerLine(request)} result="" body={bodyText(request.body)} />
        ))}
      </ul>
    </details>
  )
}

interface CompareProps {
  readonly lesson: Lesson
  readonly exchanges: readonly (readonly SentRequest[])[]
}

/** Mine and the answer, step by step: requests over bodies. [LSN14] */
export function Compare({ lesson, exchanges }: CompareProps) {
  const steps = lesson.steps.map((step, at) => ({ step, sent: exchanges[at] ?? [] }))
  const solved = steps.filter(({ step }) => step.answer.length > 0)
  if (solved.length === 0) return null
  return (
    <section aria-labelledby="lesson-compare">
      <h3 id="lesson-compare">Yours and the answer</h3>
      {solved.map((one) => (
        <StepCompare key={one.step.title} {...one} />
      ))}
    </section>
  )
}
