import { MiniGlyph } from '#ui/kit/glyph.tsx'
import styles from './lane-legend.module.css'

const mark = { verb: 'patch', pending: false, hue: 'var(--text-2)', person: 'loop' } as const

/** Explains the marks of lanes, where there is room beside the tabs. The sheet Legend explains those of the rail. */
export function LaneLegend() {
  return (
    <span className={styles.legend}>
      <MiniGlyph mark={mark} k={0.8} /> event, height = bytes
      <svg width={8} height={8} aria-hidden="true">
        <circle cx={4} cy={4} r={3} className={styles.bookmark} />
      </svg>
      BOOKMARK
      <MiniGlyph mark={mark} k={0.8} hollow /> not delivered yet
    </span>
  )
}
