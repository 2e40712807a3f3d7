import type { ReactNode } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { StepState } from '#ui/rooms/config/state/try-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './steps.module.css'

interface TrialStepProps {
  readonly state: StepState
  readonly number: number
  readonly title: ReactNode
  /** The value shown on the right. */
  readonly value?: string
  /** Line of the file that defines the step; `null` for none. */
  readonly line?: number | null
  readonly children?: ReactNode
}

const words = { ok: 'passed', bad: 'failed', off: 'not reached' } as const

/** One step of a trial: passed, failed, or not reached. */
export function Step({ state, number, title, value = '', line = null, children }: TrialStepProps) {
  const { editor } = useRoom()
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
          <button type="button" className={styles.line} onClick={() => editor.showLine(line)}>
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

/** Shows why a draft was not tried: its problems with their positions, else the server's message. */
export function TrialRefused({ message }: { readonly message: string }) {
  const errors = useRoomState(({ checks, file }) => checks[file].diagnostics)
  const found = errors.filter(({ severity }) => severity === 'error')
  return (
    <Steps label="Trial">
      {found.map(({ path, message: words, start, range, code }, at) => (
        <Step
          key={`${code} ${range.start} ${path}`}
          state="bad"
          number={at + 1}
          title={path === '' ? 'The draft is refused' : `${nameOf(path)}: draft refused`}
          line={start.line}
        >
          <p>{words}</p>
        </Step>
      ))}
      {found.length === 0 && (
        <Step state="bad" number={1} title="The draft is refused">
          <p>{message}</p>
        </Step>
      )}
      <Step state="off" number={found.length + 1} title="Trial">
        <p>not reached</p>
      </Step>
    </Steps>
  )
}

/** Returns the short name of a field: `username` for `jwt[0].claimMappings.username.expression`. */
function nameOf(path: string): string {
  const words = path.split('.').filter((word) => word !== 'expression' && word !== 'claim')
  return words.at(-1) ?? path
}
