import type { ReactNode } from 'react'
import type { ConditionTrial, DecisionStep } from '#facts/config-api.ts'
import { classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { Decided } from '#ui/rooms/access/state/access-store.ts'
import { Nearest } from './nearest.tsx'
import { RoleTable } from './role-table.tsx'
import { stepWords } from './step-words.ts'
import { useAccess } from '#ui/rooms/access/state/use-access.ts'
import { spanMs } from '#ui/rooms/access/state/waterfall.ts'
import styles from './trace.module.css'

interface TraceViewProps {
  readonly decided: Decided
  /** True while a newer decision is pending. */
  readonly isOld: boolean
}

/** The authorizers in order with the decision of each, and the outcome of the request. */
export function TraceView({ decided, isOld }: TraceViewProps) {
  const { steps, decision } = decided.trial
  // The authorizer of the `system:masters` group is in no file: it is shown only when it decides.
  const shown = steps.filter(({ type, decision: said }) => type !== 'system:masters' || said === 'allowed')
  return (
    <ol
      className={classes(styles.trace, isOld && styles.old)}
      aria-label="Trace"
      data-testid="trace"
      data-decision={decision}
    >
      {shown.map((step, at) => (
        <Step key={step.name} step={step} number={at + 1} isDraft={decided.isDraft} />
      ))}
      <End decided={decided} />
    </ol>
  )
}

const typeWords = ({ type }: DecisionStep): string => (type === 'option' || type === 'system:masters' ? '' : type)

interface StepProps {
  readonly step: DecisionStep
  readonly number: number
  readonly isDraft: boolean
}

function Step({ step, number, isDraft }: StepProps) {
  const { decide } = useAccess()
  const { word, sentence } = stepWords(step)
  const isPast = step.decision === 'not asked' || word === 'Skipped'
  const isEnd = step.decision === 'allowed' || step.decision === 'denied'
  return (
    <li className={classes(isPast && styles.skip, isEnd && styles[step.decision])} data-authorizer={step.name}>
      <span className={styles.disc} aria-hidden="true">
        {number}
      </span>
      <div>
        <header>
          <b>{step.name}</b>
          <span className={styles.quiet}>{typeWords(step)}</span>
          <span className={styles.fill} />
          <span className={styles.word}>{word}</span>
        </header>
        <p>
          {sentence}
          {step.review?.isCached === true && !isDraft && (
            <>
              {' '}
              <button type="button" className={styles.link} onClick={() => void decide({ fresh: true })}>
                Call again
              </button>
            </>
          )}
        </p>
        {step.conditions.map((condition) => (
          <Condition key={condition.expression} condition={condition} />
        ))}
        {step.grants !== null && step.grants.length > 0 && <RoleTable grants={step.grants} />}
      </div>
    </li>
  )
}

/** A match condition with its value and cost. */
function Condition({ condition: { expression, value, error, cost } }: { readonly condition: ConditionTrial }) {
  return (
    <pre className={styles.condition}>
      <Expression text={expression} />{' '}
      {error === '' ? (
        <em className={classes(value === true && styles.yes)}>{String(value)}</em>
      ) : (
        <em className={styles.no}>{error}</em>
      )}{' '}
      <i>cost {cost}</i>
    </pre>
  )
}

/** Highlights the variable of match conditions. */
function Expression({ text }: { readonly text: string }): ReactNode {
  return (
    <span>
      {text.split(/\b(request)\b/).map((part, at) =>
        part === 'request' ? (
          // Parts of one text never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={styles.variable}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  )
}

const endWords: ReadonlyMap<number, string> = new Map([
  [200, '200 Continues'],
  [403, '403 Forbidden'],
  [500, '500 Internal Server Error'],
])

function End({ decided }: { readonly decided: Decided }) {
  const { code, message, steps } = decided.trial
  const isAllowed = code === 200
  const tookMs = steps.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return (
    <li
      className={classes(styles.end, isAllowed ? styles.passed : styles.refused)}
      data-testid="trace-end"
      data-code={code}
    >
      <span className={styles.disc} aria-hidden="true">
        <Icon name={isAllowed ? 'check' : 'x'} />
      </span>
      <div>
        <header>
          <b>{endWords.get(code) ?? code}</b>
          <span className={styles.fill} />
          <span className={styles.quiet}>{spanMs(tookMs)}</span>
        </header>
        {isAllowed ? (
          <p>Access is granted. Admission and storage follow.</p>
        ) : (
          <p className={styles.server}>{message}</p>
        )}
        <Nearest decided={decided} />
      </div>
    </li>
  )
}
