import { type RefObject, useEffect } from 'react'
import { markOf } from '#ui/kit/glyph.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { flyGlyph } from './flight.ts'
import { isBranchShown } from '#ui/rail/lanes/lanes-store.ts'
import { lineY, lowerLineY } from './scale.ts'
import { currentScale } from './zoom-store.ts'

const patienceMs = 2000

/** Returns the start of the animation: the last response, else the bottom of the work area. */
function startOfFlight(): { readonly x: number; readonly y: number } {
  const strip = document.querySelector('[data-flight-from]') ?? document.querySelector('#work')
  const box = strip?.getBoundingClientRect()
  return box === undefined ? { x: 0, y: 0 } : { x: box.left + 24, y: Math.max(box.top + 12, box.bottom - 24) }
}

const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run))

/** Animates the glyph of a write from this page to its position on the rail, once the log contains it. */
export function useFlights(lab: Lab, rail: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let sentAtMs = -Infinity
    const stopSent = lab.sent.subscribe(() => {
      sentAtMs = performance.now()
    })
    const stopRows = lab.cluster.subscribe(({ rows }, before) => {
      const row = rows.at(-1)
      if (row === undefined || rows.length <= before.rows.length || before.rows.length === 0) return
      const you = lab.actor.getState().name
      // The fact may arrive before the response is read, so a write of the user shortly before or after counts.
      if (row.actor !== you || (performance.now() - sentAtMs > patienceMs && !lab.isSending())) return
      // Measured when the write is drawn: before that, measuring would make the browser lay the page out once more.
      afterPaint(() => {
        const box = rail.current?.getBoundingClientRect()
        if (box === undefined) return
        const to = {
          x: box.left + currentScale(lab).x(rows.length - 1),
          y: box.top + (isBranchShown(lab) ? lowerLineY : lineY),
        }
        flyGlyph(markOf(row, you), startOfFlight(), to)
      })
    })
    return () => {
      stopSent()
      stopRows()
    }
  }, [lab, rail])
}
