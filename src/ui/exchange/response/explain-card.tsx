import type { ReactNode } from 'react'
import type { Status } from '#api/status.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { RuleButtons } from '#ui/exchange/explain/rule-button.tsx'
import styles from './response.module.css'

interface ExplainCardProps {
  readonly status: Status
  /** One primary action and others; absent where nothing can be done from here. */
  readonly actions?: ReactNode
  /** What was compared, between the words and the actions. */
  readonly detail?: ReactNode
  /** A sentence of our own about this very case, in place of the general one. */
  readonly what?: string
}

/** A refusal at its request: the server's words first, ours second. */
export function ExplainCard({ status, actions, detail, what }: ExplainCardProps) {
  const { rule, ruleIds, fix, ...general } = explain(status)
  const causes = status.details?.causes ?? []
  return (
    <article className={styles.explain} aria-label={`Explain ${status.code}`}>
      <header>
        <span className={styles.bad}>{status.code}</span>
        {status.reason !== undefined && (
          <span>
            reason <code>{status.reason}</code>
          </span>
        )}
        {status.details?.kind !== undefined && (
          <span>
            {status.details.kind} {status.details.name !== undefined && <code>{status.details.name}</code>}
          </span>
        )}
        <span className={styles.space} />
        <small>no revision used</small>
      </header>
      <p className={styles.server}>{status.message}</p>
      {causes.length > 1 && (
        <ul className={styles.causes}>
          {causes.map((cause) => (
            <li key={`${cause.field} ${cause.message}`}>
              <code>{cause.field}</code> {cause.message}
            </li>
          ))}
        </ul>
      )}
      <dl>
        <dt>What</dt>
        <dd>{what ?? general.what}</dd>
        <dt>Rule</dt>
        <dd>
          {rule} <RuleButtons ids={ruleIds} />
        </dd>
        <dt>Fix</dt>
        <dd>{fix}</dd>
      </dl>
      {detail}
      {actions !== undefined && <footer>{actions}</footer>}
    </article>
  )
}
