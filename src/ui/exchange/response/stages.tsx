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

/** `.4` below a millisecond, `12` above ten. */
const shortMs = (ms: number): string => (ms < 10 ? ms.toFixed(1).replace(/^0/, '') : String(Math.round(ms)))

/** The journey of a request through the server's stages, widths by time; a stage that refused stops it. */
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
