import { useEffect, useRef } from 'react'
import type { RevisionRow } from '#facts/fact.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { lineY } from './scale.ts'
import styles from './rail.module.css'

const freshMs = 1200
/** Creates the set of rows whose ring has been shown. */
const createShownRings = (): WeakSet<RevisionRow> => new WeakSet()

/** A ring around a write that arrived while the page was open. It fades; with reduced motion it stays and then disappears. [RL9] */
export function FreshRing({ row, x, k }: { readonly row: RevisionRow; readonly x: number; readonly k: number }) {
  const shownRings = partState(useLab(), createShownRings)
  const ref = useRef<SVGCircleElement>(null)
  useEffect(() => {
    if (shownRings.has(row)) return
    shownRings.add(row)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    ref.current?.animate([{ strokeOpacity: 1 }, { strokeOpacity: isStill ? 1 : 0 }], freshMs)
  }, [shownRings, row])
  return <circle ref={ref} cx={x} cy={lineY} r={9.5 * k} className={styles.fresh} />
}
