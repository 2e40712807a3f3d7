import type { FinishedRequest } from '#facts/fact.ts'
import { classes } from '#ui/kit/button.tsx'
import { stageName } from '#ui/exchange/stage-name.ts'
import { stageBars } from './request-rows.ts'
import styles from './requests.module.css'

const looks = { light: styles.light, strong: undefined, storage: styles.storage, refused: styles.refused } as const

interface WaterfallProps {
  readonly request: FinishedRequest
  /** Milliseconds of the full width. */
  readonly maxMs: number
  /** Duration of an open stream as text; `null` for other requests. */
  readonly open: string | null
}

const quarters = [0, 0.25, 0.5, 0.75]

/** The stages of one request on the time scale that all rows share; a longer request is broken off at the end. */
export function Waterfall({ request, maxMs, open }: WaterfallProps) {
  const part = (ms: number) => `${Math.min(100, (ms / maxMs) * 100).toFixed(2)}%`
  const bars = stageBars(request)
  const words = bars.map(({ stage, durationMs }) => `${stageName(stage)} ${durationMs.toFixed(2)}`).join(', ')
  // A link carries no stages: its requests show only how long they took. [SH15]
  const isWhole = bars.length === 0 && open === null
  const isBroken = open === null && request.durationMs > maxMs
  const end = isBroken ? `, ${request.durationMs.toFixed(1)} ms in all, longer than the scale` : ''
  return (
    <span
      role="gridcell"
      className={styles.fall}
      aria-label={
        isWhole ? `${request.durationMs.toFixed(1)} ms in all` : `${words} ms${open === null ? end : `, open ${open}`}`
      }
      title={isBroken ? `${request.durationMs.toFixed(1)} ms, longer than the scale` : undefined}
    >
      {quarters.map((at) => (
        <i key={at} className={styles.grid} style={{ left: `${at * 100}%` }} />
      ))}
      {bars.map(({ startMs, durationMs, depth, look }, at) => (
        <i
          // A stage may occur more than once.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          className={classes(styles.bar, looks[look])}
          data-depth={Math.min(2, depth)}
          style={{ left: part(startMs), width: part(Math.min(durationMs, Math.max(0, maxMs - startMs))) }}
        />
      ))}
      {isWhole && (
        <i
          className={classes(styles.bar, styles.whole)}
          data-testid="whole"
          title="The stages of this request are not known here"
          style={{ left: 0, width: part(Math.min(request.durationMs, maxMs)) }}
        />
      )}
      {isBroken && <i className={styles.break} data-testid="break" />}
      {open !== null && (
        <>
          <i className={styles.open} style={{ left: part(request.durationMs), right: 0 }} />
          <em className={styles.openText} style={{ fontStyle: 'normal' }}>
            open {open}
          </em>
        </>
      )}
    </span>
  )
}

/** The time axis above the waterfall. */
export function WaterfallScale({ maxMs }: { readonly maxMs: number }) {
  return (
    <span role="columnheader" className={styles.scale} aria-label="Stages">
      {quarters.map((at) => (
        <i key={at} style={{ left: `${at * 100}%` }}>
          {maxMs * at}
        </i>
      ))}
      <i style={{ right: 0 }}>{maxMs} ms</i>
    </span>
  )
}
