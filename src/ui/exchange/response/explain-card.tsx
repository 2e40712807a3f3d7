import type { ReactNode } from 'react'
import type { Status } from '#api/status.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { RuleButtons } from '#ui/exchange/explain/rule-button.tsx'
import styles from './response.module.css'

interface ExplainCardProps {
  readonly status: Status
  /** One primary action and optional others; absent when no action is possible. */
  readonly actions?: ReactNode
  /** A comparison shown between the explanation and the actions. */
  readonly detail?: ReactNode
  /** A sentence about this particular case that replaces the general explanation. */
  readonly what?: string
}

/** Explains a refusal: the server's message first, our explanation below. */
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
