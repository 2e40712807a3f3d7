import type { FinishedRequest } from '#ui/model/cluster-state.ts'
import { classes } from '#ui/kit/button.tsx'
import { stageBars, stageName } from './request-rows.ts'
import styles from './requests.module.css'

const looks = { light: styles.light, strong: undefined, storage: styles.storage, refused: styles.refused } as const

interface WaterfallProps {
  readonly request: FinishedRequest
  /** Milliseconds of the whole width. */
  readonly maxMs: number
  /** How long an open stream stands already, in words; `null` when it is none. */
  readonly open: string | null
}

const quarters = [0, 0.25, 0.5, 0.75]

/** The way of a request through the server on the one scale of all rows. */
export function Waterfall({ request, maxMs, open }: WaterfallProps) {
  const part = (ms: number) => `${Math.min(100, (ms / maxMs) * 100).toFixed(2)}%`
  const bars = stageBars(request)
  const words = bars.map(({ stage, durationMs }) => `${stageName(stage)} ${durationMs.toFixed(2)}`).join(', ')
  return (
    <span role="gridcell" className={styles.fall} aria-label={`${words} ms`}>
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

/** Milliseconds over the waterfall. */
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
