import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { lineY, lowerLineY, type RailScale } from './scale.ts'
import styles from './rail.module.css'

const freshMs = 1200
/** Of a burst of writes only the newest have rings: each ring is a layer that the browser composes. */
const RINGS_MAX = 4
/** Creates the set of rows whose ring has been shown. */
const createShownRings = (): WeakSet<RevisionRow> => new WeakSet()

/**
 * Returns the newest revision that has no ring, which is at first the newest one when the page loaded the log, and a
 * function to call with a revision whose ring has faded.
 */
function useKnownRevision(rows: readonly RevisionRow[]): readonly [number, (revision: number) => void] {
  const [known, setKnown] = useState<number | null>(null)
  const newest = rows.at(-1)?.revision
  if (known === null && newest !== undefined) setKnown(newest)
  const faded = useCallback((revision: number) => setKnown((before) => Math.max(before ?? 0, revision)), [])
  return [known ?? Infinity, faded]
}

/**
 * Rings around writes that arrived while the page was open. They fade; with reduced motion they stay and then disappear.
 * They are not part of the drawing: the compositor fades an element, but not a part of an SVG, for which the page would
 * compute styles and paint in each frame. [RL9] [PF5]
 */
export function FreshRings({ scale }: { readonly scale: RailScale }) {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const [known, faded] = useKnownRevision(rows)
  const isLower = useStore(railLanes(lab), ({ other }) => other?.own === 'branch')
  const { first, end } = scale.lens ?? scale
  const k = scale.density === 'small' ? 0.62 : 1
  return rows
    .slice(Math.max(first, lastIndexAt(rows, known) + 1, end - RINGS_MAX), end)
    .map((row) => (
      <FreshRing
        key={row.revision}
        row={row}
        x={scale.x(lastIndexAt(rows, row.revision))}
        y={isLower ? lowerLineY : lineY}
        k={k}
        onFaded={faded}
      />
    ))
}

interface FreshRingProps {
  readonly row: RevisionRow
  readonly x: number
  readonly y: number
  readonly k: number
  readonly onFaded: (revision: number) => void
}

function FreshRing({ row, x, y, k, onFaded }: FreshRingProps) {
  const shownRings = partState(useLab(), createShownRings)
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (shownRings.has(row)) return onFaded(row.revision)
    shownRings.add(row)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const fading = ref.current?.animate([{ opacity: 1 }, { opacity: isStill ? 1 : 0 }], freshMs)
    fading?.addEventListener('finish', () => onFaded(row.revision))
  }, [shownRings, row, onFaded])
  const size = 21 * k
  return (
    <i ref={ref} aria-hidden="true" className={styles.fresh} style={{ left: x, top: y, width: size, height: size }} />
  )
}
