import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { chooseRevision, returnToLive, rowAt, stepBy, travelToOldest } from '#ui/lab/actions.ts'
import { Glyph, markOf } from '#ui/kit/glyph.tsx'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { VerticalClients } from './terminal/client-marks.tsx'
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
  const other = useStore(railLanes(lab), (state) => state.other)
  // One lane fits. On a branch the mark of the fork takes a place of its own, between its writes and the shared ones.
  const forkedAt = other?.own === 'branch' ? other.forkedAt : null
  const shownCount = Math.max(0, Math.floor((height - top - bottom) / pitch) - (forkedAt === null ? 0 : 1))
  const cursor = at === null ? rows.length - 1 : lastIndexAt(rows, at)
  // Keeps the cursor in view; at Live that is the newest write.
  const newest = Math.max(Math.min(rows.length - 1, cursor + Math.floor(shownCount / 2)), shownCount - 1)
  const shown = rows.slice(Math.max(0, newest - shownCount + 1), newest + 1).toReversed()
  const forkPlace = forkedAt === null ? -1 : shown.findIndex(({ revision }) => revision <= forkedAt)
  const placeOf = (index: number): number => yOf(index + (forkPlace >= 0 && index >= forkPlace ? 1 : 0))
  const cursorY = at === null ? 34 : placeOf(shown.findIndex((row) => row.revision === at)) - pitch / 2

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const place = event.clientY - event.currentTarget.getBoundingClientRect().top
    if (place < top) return returnToLive(lab)
    const index = Math.floor((place - top) / pitch)
    const row = shown[forkPlace >= 0 && index > forkPlace ? index - 1 : index]
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
      <VerticalPicture shown={shown} at={at} height={height} cursorY={cursorY} placeOf={placeOf}>
        {forkPlace >= 0 && <VerticalFork y={yOf(forkPlace)} text={String(forkedAt)} />}
      </VerticalPicture>
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

/** The revision at which the branch left: its own writes are above, what it shares is below. [RL12] */
function VerticalFork({ y, text }: { readonly y: number; readonly text: string }) {
  return (
    <g data-fork={text}>
      <rect x={1} y={y - 7} width={30} height={14} rx={7} fill="var(--accent-soft)" stroke="var(--accent-line)" />
      <text x={16} y={y + 3.6} className={styles.pin} style={{ fill: 'var(--accent)' }}>
        {text}
      </text>
    </g>
  )
}

interface VerticalCursorProps {
  readonly y: number
  readonly label: string
  readonly tone: keyof typeof cursorTones
}

const cursorTones = {
  live: ['var(--live)', 'var(--live-line)', 'var(--surface)'],
  past: ['var(--past-line)', 'var(--past-line)', 'var(--surface)'],
  branch: ['var(--accent-fill)', 'var(--accent)', 'var(--text-on-accent)'],
} as const

function VerticalCursor({ y, label, tone }: VerticalCursorProps) {
  const [fill, line, words] = cursorTones[tone]
  return (
    <>
      <path d={`M0 ${y}H${width}`} stroke={line} strokeWidth={2} />
      <path d={`M0 ${y}v-15h26a3 3 0 0 1 3 3v12z`} fill={fill} />
      <text
        x={3.5}
        y={y - 4}
        className={styles.cursor}
        style={{ fill: words, ...(label.length > 4 ? { fontSize: 9 } : {}) }}
      >
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
  readonly placeOf: (index: number) => number
  /** The mark of the fork. */
  readonly children: ReactNode
}

function VerticalPicture({ shown, at, height, cursorY, placeOf, children }: PictureProps) {
  const lab = useLab()
  const isBranch = useStore(railLanes(lab), ({ other }) => other?.own === 'branch')
  const compacted = useStore(lab.cluster, (state) => state.compacted)
  const you = useStore(lab.actor, (state) => state.name)
  const flags = useStore(railFlags(lab))
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {at !== null && <rect y={34} width={width} height={Math.max(0, cursorY - 34)} fill="var(--past-soft)" />}
      <path d={`M13 24V${height - bottom}`} stroke="var(--border-2)" />
      {shown.map((row, index) => (
        <g key={row.revision} data-rv={row.revision} opacity={at !== null && row.revision > at ? 0.55 : undefined}>
          <Glyph mark={markOf(row, you)} x={13} y={placeOf(index)} hollow={at !== null && row.revision > at} />
        </g>
      ))}
      <VerticalClients shown={shown} yOf={placeOf} />
      {flagsByRow(flags, shown).map(([index, text]) => (
        <g key={index}>
          <path d={`M21 ${placeOf(index)}h3`} stroke="var(--live-line)" />
          <text x={27.5} y={placeOf(index) + 3.2} className={styles.flag} fill="var(--live)">
            {text}
          </text>
        </g>
      ))}
      {children}
      {compacted > 0 && <VerticalHatch y={height - bottom + 6} />}
      <VerticalCursor
        y={cursorY}
        label={at !== null ? String(at) : isBranch ? 'Here' : 'Live'}
        tone={at !== null ? 'past' : isBranch ? 'branch' : 'live'}
      />
    </svg>
  )
}
