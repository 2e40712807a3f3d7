import { useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { fadeOut } from '#ui/kit/fade-out.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { lineY, lowerLineY, type RailScale } from './scale.ts'
import styles from './rail.module.css'

const freshMs = 1200
/** Of a burst of writes only the newest have rings: each ring is a layer that the browser composes. */
const RINGS_MAX = 4
/** Rows whose ring was begun, and those whose ring has faded. */
const createShownRings = (): { readonly begun: WeakSet<RevisionRow>; readonly faded: WeakSet<RevisionRow> } => ({
  begun: new WeakSet(),
  faded: new WeakSet(),
})

/** Returns the newest revision when the page loaded the log: only later ones have rings. */
function useKnownRevision(rows: readonly RevisionRow[]): number {
  const [known, setKnown] = useState<number | null>(null)
  const newest = rows.at(-1)?.revision
  if (known === null && newest !== undefined) setKnown(newest)
  return known ?? Infinity
}

/**
 * Rings around writes that arrived while the page was open. They fade; with reduced motion they stay and then disappear.
 * They are not part of the drawing: the compositor fades an element, but not a part of an SVG, for which the page would
 * compute styles and paint in each frame. One that has faded is invisible, and goes with the next drawing. [RL9] [PF5]
 */
export function FreshRings({ scale }: { readonly scale: RailScale }) {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const known = useKnownRevision(rows)
  const { faded } = partState(lab, createShownRings)
  const isLower = useStore(railLanes(lab), ({ other }) => other?.own === 'branch')
  const { first, end } = scale.lens ?? scale
  const k = scale.density === 'small' ? 0.62 : 1
  return rows
    .slice(Math.max(first, lastIndexAt(rows, known) + 1, end - RINGS_MAX), end)
    .filter((row) => !faded.has(row))
    .map((row) => (
      <FreshRing
        key={row.revision}
        row={row}
        x={scale.x(lastIndexAt(rows, row.revision))}
        y={isLower ? lowerLineY : lineY}
        k={k}
      />
    ))
}

interface FreshRingProps {
  readonly row: RevisionRow
  readonly x: number
  readonly y: number
  readonly k: number
}

function FreshRing({ row, x, y, k }: FreshRingProps) {
  const { begun, faded } = partState(useLab(), createShownRings)
  const ref = useRef<HTMLElement>(null)
  // Before the frame that first shows the ring: begun after it, the fade would need another frame.
  useLayoutEffect(() => {
    if (begun.has(row) || ref.current === null) return undefined
    begun.add(row)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    // Also ended when the ring leaves the document: without a layer the page would compute its style in each frame.
    return fadeOut(ref.current, freshMs, isStill ? 1 : 0, () => faded.add(row))
  }, [begun, faded, row])
  const size = 21 * k
  return (
    <i ref={ref} aria-hidden="true" className={styles.fresh} style={{ left: x, top: y, width: size, height: size }} />
  )
}
