import type { ReactNode } from 'react'
import { shapePath } from '#ui/kit/glyph.tsx'
import styles from './finalizers.module.css'
import type { Machine } from './machine.ts'

interface FigureProps {
  readonly machine: Machine
  /** Hue of the object's kind. */
  readonly hue: string
}

/** Positions of the three states in a drawing 324 units wide. */
const [liveX, pendingX, goneX, lineY] = [28, 166, 296, 26]
const [wayStart, wayEnd] = [pendingX + 37, goneX - 10]

/** Draws the states live, deletion requested and gone: completed transitions in the kind's hue, later ones dashed. */
export function DeletionFigure({ machine, hue }: FigureProps) {
  return (
    <svg className={styles.figure} viewBox="0 0 324 76" role="img" aria-label={machine.words}>
      <Ways machine={machine} hue={hue} />
      <State x={liveX} name="Live" span={machine.liveSpan}>
        <circle cx={liveX} cy={lineY} r={9} fill="none" className={styles.ring} />
        <path d={shapePath({ verb: 'create', pending: false }, liveX, lineY, 1)} fill={hue} />
      </State>
      <Requested machine={machine} hue={hue} />
      <Gone machine={machine} hue={hue} />
    </svg>
  )
}

function Ways({ machine: { state, released, holders }, hue }: FigureProps) {
  const share = state === 'gone' ? 1 : released / Math.max(1, holders.length)
  return (
    <>
      <path d={`M${liveX + 9} ${lineY}H${pendingX - 37}M${wayStart} ${lineY}H${wayEnd}`} className={styles.open} />
      {state !== 'live' && (
        <path
          d={`M${liveX + 9} ${lineY}H${pendingX - 37}M${wayStart} ${lineY}H${wayStart + (wayEnd - wayStart) * share}`}
          stroke={hue}
          strokeWidth={2}
        />
      )}
      <text x={(liveX + pendingX - 28) / 2} y={lineY - 8}>
        delete
      </text>
      <text x={(wayStart + wayEnd) / 2} y={lineY - 8}>
        last finalizer
      </text>
    </>
  )
}

function Requested({ machine: { state, released, holders, pendingSpan }, hue }: FigureProps) {
  const isNow = state === 'pending'
  return (
    <State x={pendingX} name="Deletion requested" span={pendingSpan}>
      <rect
        x={pendingX - 37}
        y={lineY - 14}
        width={74}
        height={28}
        rx={5}
        className={isNow ? styles.boxNow : styles.box}
        style={isNow ? { stroke: hue } : undefined}
      />
      <path
        d={shapePath({ verb: 'delete', pending: true }, pendingX - 20, lineY, 0.9)}
        fill="none"
        stroke={state === 'live' ? 'var(--text-3)' : hue}
        strokeWidth={2.2}
        strokeLinecap="square"
      />
      <text x={pendingX + 10} y={lineY + 4} className={styles.count}>
        {holders.length === 0 ? 'none' : `${released} of ${holders.length}`}
      </text>
    </State>
  )
}

function Gone({ machine: { state, goneSpan }, hue }: FigureProps) {
  const isGone = state === 'gone'
  return (
    <State x={goneX} name="Gone" span={goneSpan}>
      <circle cx={goneX} cy={lineY} r={9} fill="none" className={isGone ? styles.ring : styles.ringOpen} />
      <path
        d={shapePath({ verb: 'delete', pending: false }, goneX, lineY, 0.8)}
        fill="none"
        stroke={isGone ? hue : 'var(--text-3)'}
        strokeWidth={2}
        strokeLinecap="square"
      />
    </State>
  )
}

interface StateProps {
  readonly x: number
  readonly name: string
  readonly span: string
  readonly children: ReactNode
}

function State({ x, name, span, children }: StateProps) {
  return (
    <>
      {children}
      <text x={x} y={56} className={styles.state}>
        {name}
      </text>
      <text x={x} y={70} className={styles.span}>
        {span}
      </text>
    </>
  )
}
