import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { chooseRevision, returnToLive, rowAt, stepBy, travelToOldest } from '#ui/lab/actions.ts'
import { Glyph, markOf } from '#ui/kit/glyph.tsx'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { railFlags } from './flags-store.ts'
import type { RailFlag } from './flags.ts'

import { sliderProps } from './slider-props.ts'
import styles from './rail.module.css'

const top = 46
const bottom = 64
const pitch = 16
const width = 32

/** Returns the y position of a row's glyph, newest first. */
const yOf = (index: number): number => top + index * pitch + pitch / 2

/** The rail below 600 pixels: a column at the left edge, the newest write at the top. */
export function VerticalRail() {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const at = useStore(lab.cursor, (state) => state.at)
  const ref = useRef<HTMLDivElement>(null)
  const height = useHeight(ref)
  const shownCount = Math.max(0, Math.floor((height - top - bottom) / pitch))
  const cursor = at === null ? rows.length - 1 : lastIndexAt(rows, at)
  // Keeps the cursor in view; at Live that is the newest write.
  const newest = Math.max(Math.min(rows.length - 1, cursor + Math.floor(shownCount / 2)), shownCount - 1)
  const shown = rows.slice(Math.max(0, newest - shownCount + 1), newest + 1).toReversed()
  const cursorY = at === null ? 34 : yOf(shown.findIndex((row) => row.revision === at)) - pitch / 2

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const place = event.clientY - event.currentTarget.getBoundingClientRect().top
    if (place < top) return returnToLive(lab)
    const row = shown[Math.floor((place - top) / pitch)]
    if (row === undefined) return
    const known = rowAt(lab, row.revision)
    if (known !== undefined) chooseRevision(lab, known)
    lab.time.travel(row.revision)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const run = {
      ArrowDown: () => stepBy(lab, -1),
      ArrowLeft: () => stepBy(lab, -1),
      ArrowUp: () => stepBy(lab, 1),
      ArrowRight: () => stepBy(lab, 1),
      Home: () => travelToOldest(lab),
      End: () => returnToLive(lab),
    }[event.key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <div
      ref={ref}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-valuenow={rows[cursor]?.revision ?? 0}
      {...sliderProps(rows, rows[cursor], at)}
      aria-orientation="vertical"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <VerticalPicture shown={shown} at={at} height={height} cursorY={cursorY} />
    </div>
  )
}

function useHeight(ref: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(600)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return height
}

function VerticalHatch({ y }: { readonly y: number }) {
  return (
    <>
      <defs>
        <pattern id="rail-gone-v" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" stroke="var(--border-2)" strokeWidth={1.6} />
        </pattern>
      </defs>
      <rect y={y} width={width} height={bottom} fill="url(#rail-gone-v)" />
      <path d={`M0 ${y}H${width}`} stroke="var(--glyph-quiet)" strokeWidth={1.5} />
    </>
  )
}

function VerticalCursor({
  y,
  label,
  isPast,
}: {
  readonly y: number
  readonly label: string
  readonly isPast: boolean
}) {
  const line = isPast ? 'var(--past-line)' : 'var(--live-line)'
  return (
    <>
      <path d={`M0 ${y}H${width}`} stroke={line} strokeWidth={2} />
      <path d={`M0 ${y}v-15h26a3 3 0 0 1 3 3v12z`} fill={isPast ? 'var(--past-line)' : 'var(--live)'} />
      <text x={3.5} y={y - 4} className={styles.cursor} style={label.length > 4 ? { fontSize: 9 } : undefined}>
        {label}
      </text>
    </>
  )
}

/** Returns the rows that have flags, with the letter of the flag or the number of flags. [RL7] */
function flagsByRow(flags: readonly RailFlag[], shown: readonly RevisionRow[]): readonly (readonly [number, string])[] {
  const byRow = new Map<number, readonly string[]>()
  for (const { letter, revision } of flags) {
    const index = shown.findIndex((row) => row.revision <= revision)
    if (index >= 0) byRow.set(index, [...(byRow.get(index) ?? []), letter])
  }
  return [...byRow].map(([index, letters]) => [index, letters.length === 1 ? (letters[0] ?? '') : `${letters.length}`])
}

interface PictureProps {
  /** Newest first. */
  readonly shown: readonly RevisionRow[]
  readonly at: number | null
  readonly height: number
  readonly cursorY: number
}

function VerticalPicture({ shown, at, height, cursorY }: PictureProps) {
  const lab = useLab()
  const compacted = useStore(lab.cluster, (state) => state.compacted)
  const you = useStore(lab.actor, (state) => state.name)
  const flags = useStore(railFlags(lab))
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {at !== null && <rect y={34} width={width} height={Math.max(0, cursorY - 34)} fill="var(--past-soft)" />}
      <path d={`M13 24V${height - bottom}`} stroke="var(--border-2)" />
      {shown.map((row, index) => (
        <g key={row.revision} data-rv={row.revision} opacity={at !== null && row.revision > at ? 0.55 : undefined}>
          <Glyph mark={markOf(row, you)} x={13} y={yOf(index)} hollow={at !== null && row.revision > at} />
        </g>
      ))}
      {flagsByRow(flags, shown).map(([index, text]) => (
        <g key={index}>
          <path d={`M21 ${yOf(index)}h3`} stroke="var(--live-line)" />
          <text x={27.5} y={yOf(index) + 3.2} className={styles.flag} fill="var(--live)">
            {text}
          </text>
        </g>
      ))}
      {compacted > 0 && <VerticalHatch y={height - bottom + 6} />}
      <VerticalCursor y={cursorY} label={at === null ? 'Live' : String(at)} isPast={at !== null} />
    </svg>
  )
}
