import { type Band, railHeight, type RailScale, wholeBand } from './scale.ts'
import styles from './rail.module.css'

interface CursorProps {
  readonly scale: RailScale
  /** The displayed revision, `null` at Live. */
  readonly at: number | null
  /** Position of the cursor in pixels. */
  readonly x: number
  readonly label: string
  readonly band?: Band
  /** True on a branch: its newest revision has the colour of branches, because green is Live. */
  readonly isBranch?: boolean
}

const tones = {
  live: ['var(--live)', 'var(--live-line)', 'var(--surface)'],
  past: ['var(--past-line)', 'var(--past-line)', 'var(--surface)'],
  branch: ['var(--accent-fill)', 'var(--accent)', 'var(--text-on-accent)'],
} as const

/** Returns the outline of a tab whose upper left corner is a position. */
const tabPath = (x: number, y: number, width: number): string =>
  `M${x} ${y}h${width - 3}a3 3 0 0 1 3 3v11a3 3 0 0 1 -3 3h-${width - 3}z`

const tabWidth = (label: string): number => 20 + label.length * 6.6

/** The cursor's line and its tab: green at Live, amber in the past. The live edge stays visible. */
export function CursorMark({ scale, at, x, label, band = wholeBand, isBranch = false }: CursorProps) {
  const { top, bottom } = band
  const width = tabWidth(label)
  const left = Math.min(x, scale.width - width - 3)
  const tab = tabPath(left, top, width)
  const edge = isBranch ? 'var(--accent)' : 'var(--live-line)'
  const [fill, line, words] = tones[at !== null ? 'past' : isBranch ? 'branch' : 'live']
  return (
    <g>
      {at !== null && (
        <path d={`M${scale.liveX} ${top}V${bottom}`} stroke={edge} strokeWidth={1.5} strokeDasharray="3 3" />
      )}
      <path d={`M${x} ${top}V${bottom}`} stroke={line} strokeWidth={2} />
      <path d={tab} fill={fill} />
      <path d={`M${left + 5} ${top + 5.5}v6M${left + 8} ${top + 5.5}v6`} stroke={words} />
      <text x={left + 13} y={top + 12.4} className={styles.cursor} style={{ fill: words }}>
        {label}
      </text>
      <g className={styles.tab}>
        <path d={tab} fill="none" stroke="var(--surface)" strokeWidth={3} transform="translate(0 0)" />
        <path d={tab} fill="none" stroke="var(--accent)" strokeWidth={2} />
      </g>
    </g>
  )
}

/** The live edge of the lane that the page does not show: its tab is an outline. */
export function LiveEdge({ x, width }: { readonly x: number; readonly width: number }) {
  const label = 'Live'
  const left = Math.min(x, width - tabWidth(label) - 3)
  return (
    <g>
      <path d={`M${x} 0V${railHeight}`} stroke="var(--live-line)" strokeWidth={1.5} strokeDasharray="3 3" />
      <path d={tabPath(left, 0.5, tabWidth(label))} fill="var(--surface)" stroke="var(--live-line)" />
      <text x={left + 10} y={12.4} className={styles.cursor} style={{ fill: 'var(--live)' }}>
        {label}
      </text>
    </g>
  )
}
