import type { TrialStep } from '#facts/config-api.ts'
import { classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { Identity } from '#ui/rooms/access/state/identities.ts'
import { useAccessState } from '#ui/rooms/access/state/use-access.ts'
import styles from './trace.module.css'

/** The steps of a token that is not authenticated: the request ends before authorization. */
export function TokenSteps({ identity }: { readonly identity: Identity }) {
  const made = useAccessState((state) => state.tokens.find(({ token }) => token === identity.token))
  return (
    <ol className={styles.trace} aria-label="Trace" data-testid="trace" data-decision="unauthenticated">
      {(made?.trial.steps ?? []).map((step, at) => (
        // Steps of one trial never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <TokenStep key={at} step={step} number={at + 1} />
      ))}
      <li className={classes(styles.end, styles.refused)} data-testid="trace-end" data-code={401}>
        <span className={styles.disc} aria-hidden="true">
          <Icon name="x" />
        </span>
        <div>
          <header>
            <b>401 Unauthorized</b>
          </header>
          <p className={styles.server}>{identity.error}</p>
          <p>The response is only “Unauthorized”; the reason is in the server’s log.</p>
        </div>
      </li>
    </ol>
  )
}

const outcomeWords = { passed: 'Passed', failed: 'Failed', skipped: 'Skipped' } as const

/** One step of authentication, with the field of the configuration that defines it. */
export function TokenStep({ step, number }: { readonly step: TrialStep; readonly number: number }) {
  const { step: name, outcome, detail, field } = step
  return (
    <li className={classes(outcome === 'skipped' && styles.skip)} data-step={name} data-outcome={outcome}>
      <span className={styles.disc} aria-hidden="true">
        {number}
      </span>
      <div>
        <header>
          <b>{name}</b>
          <span className={styles.quiet}>{field}</span>
          <span className={styles.fill} />
          <span className={styles.word}>{outcomeWords[outcome]}</span>
        </header>
        {detail !== '' && <p>{detail}</p>}
      </div>
    </li>
  )
}
