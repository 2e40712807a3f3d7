import { useState } from 'react'
import type { Lesson, LessonRequest, LessonStep } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { bodyText } from '#ui/rooms/lessons/player/body-text.ts'
import { Line, Words } from '#ui/kit/code/markdown.tsx'
import { StepBars } from '#ui/rooms/lessons/picture/step-bars.tsx'
import player from '#ui/rooms/lessons/player/column.module.css'
import styles from './preview.module.css'

interface PreviewStepProps {
  readonly lesson: Lesson
  readonly step: LessonStep
  readonly at: number
}

type Put = 'attempt' | 'answer'

/** A request as the learner finds it in the tab Request. Marks for values of the run stay as they are. */
function RequestText({ request }: { readonly request: LessonRequest }) {
  const { method, target, as, headers, body } = request
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      {as !== '' && <p>as {as}</p>}
      <pre>{[`${method} ${target}`, ...lines, ...(body === undefined ? [] : ['', bodyText(body)])].join('\n')}</pre>
    </>
  )
}

/** The buttons of the step. They show here what they would put into the learner's editor, and send nothing. [LSN31] */
function PreviewActions({ step }: { readonly step: LessonStep }) {
  const { attempt, answer, hints } = step
  const [hintCount, setHintCount] = useState(0)
  const [put, setPut] = useState<Put | null>(null)
  const shown = put === 'attempt' && attempt !== null ? [attempt] : put === 'answer' ? answer : []
  const toggle = (which: Put): void => setPut(put === which ? null : which)
  return (
    <>
      <div className={player.actions}>
        {attempt !== null && (
          <Button size="small" look="primary" aria-expanded={put === 'attempt'} onClick={() => toggle('attempt')}>
            Put it in the editor
          </Button>
        )}
        {hints.length > 0 && (
          <Button size="small" disabled={hintCount >= hints.length} onClick={() => setHintCount(hintCount + 1)}>
            Hint
          </Button>
        )}
        {answer.length > 0 && (
          <Button size="small" look="ghost" aria-expanded={put === 'answer'} onClick={() => toggle('answer')}>
            Answer
          </Button>
        )}
      </div>
      <div role="status">
        {shown.length > 0 && (
          <div className={styles.editor} role="group" aria-label="In the learner's editor">
            {shown.map((request, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same request can be sent twice
              <RequestText key={index} request={request} />
            ))}
          </div>
        )}
        {hintCount > 0 && (
          <ol className={player.hints} aria-label="Hints">
            {hints.slice(0, hintCount).map((hint) => (
              <li key={hint}>
                <Line text={hint} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  )
}

/** One step as a learner sees it, before and after it is done. */
export function PreviewStep({ lesson, step, at }: PreviewStepProps) {
  return (
    <>
      <small>
        {lesson.group} · {lesson.minutes} min
      </small>
      <StepBars step={at} count={lesson.steps.length} />
      <div className={styles.step}>
        <span className={player.box} />
        <div className={player.open}>
          <h4>{step.title}</h4>
          <Words text={step.say} />
          <PreviewActions step={step} />
          <ul className={player.checks} aria-label="Checks">
            {step.expect.map(({ is, say }) => (
              <li key={is}>
                <span className={player.box} />
                <span>
                  <Line text={say} />
                </span>
              </li>
            ))}
          </ul>
          {step.after !== '' && (
            <p className={player.after}>
              <b>Done.</b> <Line text={step.after} />
            </p>
          )}
        </div>
      </div>
    </>
  )
}
