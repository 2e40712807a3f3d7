import { useStore } from 'zustand'
import { Glyph, markOf } from '#ui/kit/glyph.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText, numberText } from '#ui/model/words.ts'
import { shareStore } from './share-store.ts'
import styles from './share.module.css'

const WRITES_MAX = 36
const STEP = 15.4
const HEIGHT = 64
const LINE_Y = 32

/** The end of the rail that the link opens with. */
export function RailPreview() {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const you = useStore(lab.actor, ({ name }) => name)
  const { gathered, choices } = useStore(shareStore(lab))
  if (gathered === null) return null
  const { revision, compacted } = choices.hasHistory ? gathered.history : gathered.state
  const inside = rows.filter((row) => row.revision > compacted && row.revision <= revision)
  const shown = inside.slice(-WRITES_MAX)
  const liveX = 16 + shown.length * STEP
  return (
    <div
      className={styles.preview}
      role="img"
      aria-label={`The rail that opens: ${countText(inside.length, 'write')}, up to revision ${revision}`}
    >
      <svg width={liveX + 16} height={HEIGHT} aria-hidden="true">
        <path d={`M8 ${LINE_Y}H${liveX}`} stroke="var(--border-2)" />
        {shown.map((row, at) => (
          <g key={row.revision}>
            <Glyph mark={markOf(row, you)} x={16 + at * STEP} y={LINE_Y} rings />
            {row.revision % 10 === 0 && (
              <text x={16 + at * STEP} y={56} textAnchor="middle" className={styles.tick}>
                {numberText(row.revision)}
              </text>
            )}
          </g>
        ))}
        <path d={`M${liveX} 8V56`} stroke="var(--live)" strokeWidth={1.5} />
      </svg>
    </div>
  )
}
