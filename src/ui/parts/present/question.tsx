import { useState } from 'react'
import { errorText } from '#api/error-text.ts'
import type { MomentStep } from '#facts/moment.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { sendDry, type StageAnswer } from './dry-send.ts'
import styles from './question.module.css'

interface Answered {
  readonly step: MomentStep
  readonly answer: StageAnswer | null
}

/** Returns the answer to the step's request, once it was sent, and the function that sends it. */
export function useSend(step: MomentStep | undefined): readonly [StageAnswer | null, () => void] {
  const lab = useLab()
  const [answered, setAnswered] = useState<Answered | null>(null)
  const send = (): void => {
    if (step?.send === undefined) return
    const { as: name, groups } = step.send
    sendDry(lab.sendAs({ name, groups }), step.send).then(
      (answer) => setAnswered({ step, answer }),
      (error: unknown) => setAnswered({ step, answer: { code: 0, words: errorText(error) } }),
    )
  }
  return [answered?.step === step ? (answered?.answer ?? null) : null, send]
}

interface QuestionProps {
  readonly step: MomentStep | undefined
  readonly answer: StageAnswer | null
}

/** The question of a step, its request, and what the server said. [PR7] */
export function Question({ step, answer }: QuestionProps) {
  const { question = '', send } = step ?? {}
  if (question === '' && send === undefined) return null
  return (
    <div className={styles.question}>
      {send !== undefined && (
        <p>
          <code>
            {send.method} {send.target.split('/').at(-1)}
          </code>
        </p>
      )}
      {question !== '' && <p className={styles.asked}>{question}</p>}
      {answer !== null && (
        <p data-testid="stage-answer">
          <b data-refused={answer.code >= 400 || answer.code === 0 ? '' : undefined}>{answer.code}</b> {answer.words}
        </p>
      )}
    </div>
  )
}
