import type { StageReport } from '#facts/fact.ts'
import { classes } from '#ui/kit/button.tsx'
import { stageName } from '#ui/exchange/stage-name.ts'
import { stageShares } from './nested-stages.ts'
import styles from './response.module.css'

/** Formats milliseconds: `.4` below one, `12` above ten. */
const shortMs = (ms: number): string => (ms < 10 ? ms.toFixed(1).replace(/^0/, '') : String(Math.round(ms)))

/**
 * The request trace: the server's stages with widths by duration, each without the time of the stages inside of it. After
 * the stage that refused the request, the others are dashed.
 */
export function Stages({ stages }: { readonly stages: readonly StageReport[] }) {
  if (stages.length === 0) return null
  const shares = stageShares(stages)
  const stopped = shares.findIndex(({ outcome }) => outcome === 'refused')
  return (
    <ol className={styles.stages} aria-label="Stages of the request">
      {shares.map(({ stage, selfMs, outcome, note }, at) => (
        <li
          key={stage}
          title={note}
          style={{ flexGrow: Math.max(1, Math.sqrt(selfMs * 40)) }}
          className={classes(
            styles.stage,
            outcome === 'skipped' && styles.skipped,
            outcome === 'refused' && styles.refused,
            stopped >= 0 && at > stopped && styles.never,
            stage === 'storage' && outcome === 'passed' && styles.storage,
          )}
        >
          {stageName(stage)}
          <i>{outcome === 'passed' ? shortMs(selfMs) : outcome}</i>
        </li>
      ))}
    </ol>
  )
}
