import { useEffect, useRef } from 'react'
import type { RevisionRow } from '#facts/fact.ts'
import { lineY } from './scale.ts'
import styles from './rail.module.css'

const freshMs = 1200
const greeted = new WeakSet<RevisionRow>()

/** A ring around a write that came while the page was looking; it fades, or with reduced motion stays and goes. [RL9] */
export function FreshRing({ row, x, k }: { readonly row: RevisionRow; readonly x: number; readonly k: number }) {
  const ref = useRef<SVGCircleElement>(null)
  useEffect(() => {
    if (greeted.has(row)) return
    greeted.add(row)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    ref.current?.animate([{ strokeOpacity: 1 }, { strokeOpacity: isStill ? 1 : 0 }], freshMs)
  }, [row])
  return <circle ref={ref} cx={x} cy={lineY} r={9.5 * k} className={styles.fresh} />
}
