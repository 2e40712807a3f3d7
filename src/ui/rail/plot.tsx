import { type KeyboardEvent, type PointerEvent, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import {
  chooseRevision,
  markFocusBeforePast,
  returnToLive,
  rowAt,
  stepBy,
  stepSameObject,
  travelTo,
  travelToOldest,
} from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { FreshRings } from './fresh-ring.tsx'
import type { RailEdges } from './hover-card.tsx'
import { RailSvg } from './rail-svg.tsx'
import { isBranchShown } from '#ui/rail/lanes/lanes-store.ts'
import { dragIndex, railHeight, type RailScale } from './scale.ts'
import { useFlights } from './use-flights.ts'
import { useRailScale } from './use-rail-scale.ts'
import { sliderProps } from './slider-props.ts'
import { currentLanes, currentScale, railView } from './zoom-store.ts'
import styles from './rail.module.css'
import { lazily } from '#ui/kit/later.tsx'

const HoverCard = lazily(async () => (await import('./hover-card.tsx')).HoverCard)

/** Keys of the focused slider; `[` and `]` work everywhere. */
const sliderKeys: Readonly<Record<string, (lab: Lab, shift: boolean) => void>> = {
  ArrowLeft: (lab, shift) => (shift ? stepSameObject(lab, -1) : stepBy(lab, -1)),
  ArrowDown: (lab) => stepBy(lab, -1),
  ArrowRight: (lab, shift) => (shift ? stepSameObject(lab, 1) : stepBy(lab, 1)),
  ArrowUp: (lab) => stepBy(lab, 1),
  PageUp: (lab) => jump(lab, 10),
  PageDown: (lab) => jump(lab, -10),
  Home: travelToOldest,
  End: returnToLive,
}

function jump(lab: Lab, writes: number): void {
  const { rows } = lab.cluster.getState()
  const { at } = lab.cursor.getState()
  const here = at === null ? rows.length - 1 : lastIndexAt(rows, at)
  travelTo(lab, rows[Math.max(0, Math.min(rows.length - 1, here + writes))]?.revision ?? null)
}

/** A position of the pointer in the plot. */
interface Place {
  readonly x: number
  readonly y: number
}

/** Reports whether a place after the fork is in the lane of the cluster that the page does not show. */
function isOtherLane(lab: Lab, index: number, y: number): boolean {
  const lanes = currentLanes(lab)
  const isLower = y > railHeight
  return lanes !== null && index > lanes.forkIndex && isLower !== isBranchShown(lab)
}

/** Returns the write under the pointer: the nearest one within 12 pixels of its column. */
function writeUnder(lab: Lab, scale: RailScale, { x, y }: Place): number | null {
  const { rows } = lab.cluster.getState()
  const index = scale.indexAt(x)
  if (x > scale.liveX || index < scale.first || index >= scale.end || isOtherLane(lab, index, y)) return null
  return rows[index]?.revision ?? null
}

/** Moves the cursor to a position; on the green edge and beyond it is Live. [RL4] */
function travelToPlace(lab: Lab, x: number): void {
  const scale = currentScale(lab)
  const { rows } = lab.cluster.getState()
  if (x >= scale.liveX - 4) return returnToLive(lab)
  const index = Math.max(0, Math.min(rows.length - 1, dragIndex(scale, x)))
  const revision = rows[index]?.revision
  // Not `travelTo`: while dragging, the newest write is a separate position from Live.
  if (revision !== undefined && lab.cursor.getState().at !== revision) lab.time.travel(revision)
}

interface PlotPointer {
  onEnter(): void
  onLeave(): void
}

/** Handles the pointer: dragging the cursor's tab or the plot scrubs, a click on a write selects it. */
function usePlotPointer(lab: Lab, scale: RailScale, { onEnter, onLeave }: PlotPointer) {
  const press = useRef<{ readonly x: number; scrubbing: boolean } | null>(null)
  // Corner of the plot, measured when the pointer comes and when it goes down: measuring each move forces a layout.
  const corner = useRef<Place>({ x: 0, y: 0 })
  const measure = (event: PointerEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    corner.current = { x: left, y: top }
  }
  const placeOf = ({ clientX, clientY }: PointerEvent<HTMLElement>): Place => ({
    x: clientX - corner.current.x,
    y: clientY - corner.current.y,
  })
  return {
    onPointerEnter(event: PointerEvent<HTMLDivElement>) {
      measure(event)
      onEnter()
    },
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return
      measure(event)
      event.currentTarget.setPointerCapture(event.pointerId)
      press.current = { x: placeOf(event).x, scrubbing: false }
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const place = placeOf(event)
      const { x } = place
      const hovered = writeUnder(lab, scale, place)
      if (hovered !== lab.selection.getState().hovered) lab.selection.hover(hovered)
      if (press.current === null || (!press.current.scrubbing && Math.abs(x - press.current.x) < 3)) return
      if (!press.current.scrubbing) markFocusBeforePast(lab)
      press.current.scrubbing = true
      travelToPlace(lab, x)
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      if (press.current?.scrubbing === false) {
        const place = placeOf(event)
        const row = rowAt(lab, writeUnder(lab, scale, place))
        if (row !== undefined) chooseRevision(lab, row)
        else if (place.x > scale.liveX) returnToLive(lab)
      }
      press.current = null
    },
    onPointerLeave() {
      onLeave()
      lab.selection.hover(null)
    },
  }
}

/**
 * Keeps the rail's width in its store, which the watch lanes use too, and where the rail is. Measured when its size
 * changes, never while something moves.
 */
function useMeasured(lab: Lab) {
  const ref = useRef<HTMLDivElement>(null)
  const [edges, setEdges] = useState<RailEdges>({ left: 0, bottom: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth
      if (width > 0) railView(lab).setWidth(width)
      const { left, top } = element.getBoundingClientRect()
      setEdges({ left, bottom: innerHeight - top })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [lab])
  return { ref, edges }
}

/** The rail as a slider over revisions. [RL8] */
export function RailPlot() {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const at = useStore(lab.cursor, (state) => state.at)
  const hovered = useStore(lab.selection, (state) => state.hovered)
  const chosen = useStore(lab.selection, (state) => state.revision)
  const scale = useRailScale()
  const { ref, edges } = useMeasured(lab)
  useFlights(lab, ref)
  const shown = rows[at === null ? rows.length - 1 : lastIndexAt(rows, at)]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const run = event.ctrlKey || event.metaKey ? undefined : sliderKeys[event.key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setKeyed(true)
    run(lab, event.shiftKey)
  }
  const [isOver, setOver] = useState(false)
  const [isKeyed, setKeyed] = useState(false)
  // The hovered write, else the write at the cursor after a key press.
  const reported = isOver ? rowAt(lab, hovered) : isKeyed ? shown : undefined
  return (
    <div
      ref={ref}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-valuenow={shown?.revision ?? 0}
      {...sliderProps(rows, shown, at)}
      onKeyDown={onKeyDown}
      onBlur={() => setKeyed(false)}
      {...usePlotPointer(lab, scale, { onEnter: () => setOver(true), onLeave: () => setOver(false) })}
    >
      <RailSvg scale={scale} hovered={hovered ?? chosen} />
      <FreshRings scale={scale} />
      {reported !== undefined && (
        <Suspense fallback={null}>
          <HoverCard row={reported} x={scale.x(lastIndexAt(rows, reported.revision))} rail={edges} />
        </Suspense>
      )}
    </div>
  )
}
