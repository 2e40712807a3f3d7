import type { FinishedRequest } from '#ui/model/cluster-state.ts'
import { classes } from '#ui/kit/button.tsx'
import { stageBars, stageName } from './request-rows.ts'
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

/** The stages of one request on the time scale that all rows share. */
export function Waterfall({ request, maxMs, open }: WaterfallProps) {
  const part = (ms: number) => `${Math.min(100, (ms / maxMs) * 100).toFixed(2)}%`
  const bars = stageBars(request)
  const words = bars.map(({ stage, durationMs }) => `${stageName(stage)} ${durationMs.toFixed(2)}`).join(', ')
  return (
    <span
      role="gridcell"
      className={styles.fall}
      aria-label={open === null ? `${words} ms` : `${words} ms, open ${open}`}
    >
      {quarters.map((at) => (
        <i key={at} className={styles.grid} style={{ left: `${at * 100}%` }} />
      ))}
      {bars.map(({ stage, startMs, durationMs, look }) => (
        <i
          key={stage}
          className={classes(styles.bar, looks[look])}
          style={{ left: part(startMs), width: part(durationMs) }}
        />
      ))}
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
