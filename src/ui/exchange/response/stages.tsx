import type { StageReport } from '#facts/fact.ts'
import { classes } from '#ui/kit/button.tsx'
import styles from './response.module.css'

const words: Readonly<Record<StageReport['stage'], string>> = {
  routing: 'route',
  authentication: 'authn',
  authorization: 'authz',
  decode: 'decode',
  admission: 'admission',
  registry: 'registry',
  storage: 'storage',
  encode: 'encode',
}

/** Formats milliseconds: `.4` below one, `12` above ten. */
const shortMs = (ms: number): string => (ms < 10 ? ms.toFixed(1).replace(/^0/, '') : String(Math.round(ms)))

/** The request trace: the server's stages with widths by duration. A stage that refused the request is the last. */
export function Stages({ stages }: { readonly stages: readonly StageReport[] }) {
  if (stages.length === 0) return null
  const slowest = Math.max(...stages.map(({ durationMs }) => durationMs))
  const stopped = stages.findIndex(({ outcome }) => outcome === 'refused')
  return (
    <ol className={styles.stages} aria-label="Stages of the request">
      {stages.map((stage, at) => (
        <li
          key={stage.stage}
          title={stage.note}
          style={{ flexGrow: Math.max(1, Math.sqrt(stage.durationMs * 40)) }}
          className={classes(
            styles.stage,
            stage.outcome === 'skipped' && styles.skipped,
            stage.outcome === 'refused' && styles.refused,
            stopped >= 0 && at > stopped && styles.never,
            stage.outcome === 'passed' && stage.durationMs === slowest && styles.slowest,
          )}
        >
          {words[stage.stage]}
          <i>{stage.outcome === 'passed' ? shortMs(stage.durationMs) : stage.outcome}</i>
        </li>
      ))}
    </ol>
  )
}
