import { memo } from 'react'
import type { RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { numberText } from '#ui/model/words.ts'
import { type Band, lineY, railHeight, type RailScale } from './scale.ts'
import styles from './rail.module.css'

/** The number of the next revision, at the right end. */
export const Next = memo(function Next({ width, revision }: { readonly width: number; readonly revision: number }) {
  return (
    <>
      <text x={width - 22} y={62} className={styles.tick} opacity={0.8}>
        {numberText(revision)}
      </text>
      <circle cx={width - 22} cy={lineY} r={4} fill="none" stroke="var(--border-2)" strokeDasharray="1.5 2" />
    </>
  )
})

interface PastProps {
  readonly scale: RailScale
  readonly at: number | null
  readonly cursorX: number
  readonly band: Band
}

/** The background of the revisions after the cursor. */
export function Past({ scale: { liveX }, at, cursorX, band: { top, bottom } }: PastProps) {
  if (at === null || liveX <= cursorX) return null
  return <rect x={cursorX} y={top} width={liveX - cursorX} height={bottom - top} fill="var(--past-soft)" />
}

export const Lens = memo(function Lens({
  scale,
  height = railHeight,
}: {
  readonly scale: RailScale
  readonly height?: number
}) {
  if (scale.lens === null) return null
  const { x0, x1 } = scale.lens
  return (
    <>
      <rect x={x0} width={x1 - x0} height={height} fill="var(--surface)" />
      <path
        d={`M${x0 + 0.5} 0V${height}${x1 < scale.liveX - 10 ? `M${x1 - 0.5} 0V${height}` : ''}`}
        stroke="var(--accent-line)"
      />
    </>
  )
})

interface HoverGuideProps {
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
  readonly hovered: number | null
  readonly height?: number
}

export function HoverGuide({ scale, rows, hovered, height = railHeight }: HoverGuideProps) {
  if (hovered === null) return null
  const index = lastIndexAt(rows, hovered)
  if (rows[index]?.revision !== hovered || index < scale.first || index >= scale.end) return null
  const width = Math.max(3, scale.lens === null ? scale.step : 16)
  return <rect x={scale.x(index) - width / 2} width={width} height={height} fill="var(--accent)" opacity={0.12} />
}
