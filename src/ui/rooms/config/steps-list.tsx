import type { ReactNode } from 'react'
import { classes } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { showLine } from './editor-handle.ts'
import type { StepState } from './try-store.ts'
import styles from './try.module.css'

interface TrialStepProps {
  readonly state: StepState
  readonly number: number
  readonly title: ReactNode
  /** At the right: what it says of itself. */
  readonly value?: string
  /** Line of the file that asked; `null` for none. */
  readonly line?: number | null
  readonly children?: ReactNode
}

const words = { ok: 'passed', bad: 'failed', off: 'not reached' } as const

/** One step of a trial on its line: passed, failed, or not reached. */
export function Step({ state, number, title, value = '', line = null, children }: TrialStepProps) {
  return (
    <li className={classes(styles.step, styles[state])} data-state={state}>
      <span className={styles.mark} role="img" aria-label={words[state]}>
        {state === 'ok' ? <Icon name="check" size={12} /> : state === 'bad' ? <Icon name="x" size={12} /> : number}
      </span>
      <div className={styles.text}>
        <b>{title}</b>
        {children}
      </div>
      <span className={styles.value}>
        {value}
        {line !== null && (
          <button type="button" className={styles.line} onClick={() => showLine(line)}>
            line {line}
          </button>
        )}
      </span>
    </li>
  )
}

export const Steps = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <ol className={styles.steps} aria-label={label}>
    {children}
  </ol>
)

/** The server's words when it did not try a draft. */
export const TrialRefused = ({ message }: { readonly message: string }) => (
  <Steps label="Trial">
    <Step state="bad" number={1} title="The draft is refused">
      <p>{message}</p>
    </Step>
  </Steps>
)
