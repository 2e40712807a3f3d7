import type { PlacedFlag } from '#ui/rail/flags.ts'
import { flagTones } from '#ui/rail/rail-marks.tsx'
import { lineY, lowerLineY } from '#ui/rail/scale.ts'
import type { RailLaneScales } from '#ui/rail/use-rail-scale.ts'
import styles from '#ui/rail/rail.module.css'

/** Left end of the line of a branch whose fork is not in view. */
const leftEdge = 8

/** The position of the fork, which is the newest shared write; `null` if it is not in view. */
export function forkX({ forkIndex, axis }: RailLaneScales): number | null {
  return forkIndex < axis.first || forkIndex >= axis.end ? null : axis.x(forkIndex)
}

/** The line of the branch, which leaves the upper one at the newest shared write. It is drawn once, from the fork on. */
export function ForkJoin({ lanes }: { readonly lanes: RailLaneScales }) {
  const { branchScale, axis } = lanes
  const x = forkX(lanes)
  const isEmpty = branchScale.end <= branchScale.first
  const end = isEmpty && x !== null ? Math.min(axis.liveX, x + 22) : branchScale.liveX
  const y = lowerLineY
  const from = x === null ? leftEdge : x + 4
  const join = x === null ? `M${leftEdge} ${y}` : `M${from} 41C${from + 3} 58 ${from - 1} ${y - 8} ${from + 7} ${y}`
  return (
    <>
      <path
        d={`${join}H${Math.max(end, from + 8)}`}
        pathLength={1}
        fill="none"
        stroke="var(--accent-line)"
        strokeWidth={1.5}
        className={styles.join}
      />
      {x !== null && <circle cx={x} cy={lineY} r={9} fill="none" stroke="var(--accent-line)" strokeWidth={1.4} />}
      <path d={`M${end} ${y}H${axis.width - 8}`} stroke="var(--border-2)" strokeDasharray="1.5 4" />
    </>
  )
}

/** The flag of a watch in the lower lane, which is half as high. */
export function LowerFlag({ flag, top }: { readonly flag: PlacedFlag; readonly top: number }) {
  const [soft, line, words] = flagTones[flag.state]
  const { x } = flag
  return (
    <g>
      <title>{flag.title}</title>
      <path
        d={`M${x} ${top}V${lowerLineY}`}
        stroke={line}
        strokeDasharray={flag.state === 'gone' ? '2 2' : undefined}
      />
      <path d={`M${x} ${top}h-12l2.5 4.5l-2.5 4.5h12z`} fill={soft} stroke={line} strokeLinejoin="round" />
      <text x={x - 4.4} y={top + 7.6} className={styles.flag} fill={words}>
        {flag.text}
      </text>
    </g>
  )
}
