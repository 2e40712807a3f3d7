import type { RailScale } from './scale.ts'
import styles from './rail.module.css'

interface CursorProps {
  readonly scale: RailScale
  /** The displayed revision, `null` at Live. */
  readonly at: number | null
  /** Position of the cursor in pixels. */
  readonly x: number
  readonly label: string
}

/** The cursor's line and its tab: green at Live, amber in the past. The live edge stays visible. */
export function CursorMark({ scale, at, x, label }: CursorProps) {
  const width = 20 + label.length * 6.6
  const left = Math.min(x, scale.width - width - 3)
  const tab = `M${left} 0h${width - 3}a3 3 0 0 1 3 3v11a3 3 0 0 1 -3 3h-${width - 3}z`
  const fill = at === null ? 'var(--live)' : 'var(--past-line)'
  return (
    <g>
      {at !== null && (
        <path d={`M${scale.liveX} 0V64`} stroke="var(--live-line)" strokeWidth={1.5} strokeDasharray="3 3" />
      )}
      <path d={`M${x} 0V64`} stroke={at === null ? 'var(--live-line)' : 'var(--past-line)'} strokeWidth={2} />
      <path d={tab} fill={fill} />
      <path d={`M${left + 5} 5.5v6M${left + 8} 5.5v6`} stroke="var(--surface)" />
      <text x={left + 13} y={12.4} className={styles.cursor}>
        {label}
      </text>
      <g className={styles.tab}>
        <path d={tab} fill="none" stroke="var(--surface)" strokeWidth={3} transform="translate(0 0)" />
        <path d={tab} fill="none" stroke="var(--accent)" strokeWidth={2} />
      </g>
    </g>
  )
}
