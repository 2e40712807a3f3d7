import type { ReactNode } from 'react'
import { shapePath } from '#ui/kit/glyph.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import type { Deletion } from './deletion.ts'
import styles from './finalizers.module.css'

interface DeletionFigureProps {
  readonly deletion: Deletion
  readonly kind: string
  readonly group: string
}

/** Positions of the three states in a drawing 324 units wide. */
const [liveX, pendingX, goneX, lineY] = [28, 166, 296, 26]
const [wayStart, wayEnd] = [pendingX + 37, goneX - 10]

interface Progress {
  readonly hue: string
  /** Number of finalizers that were removed. */
  readonly letGo: number
  readonly all: number
}

function progressOf(deletion: Deletion, hue: string): Progress {
  if (deletion.type === 'live') return { hue, letGo: 0, all: deletion.finalizers.length }
  return { hue, letGo: deletion.holders.filter(({ letGoAt }) => letGoAt !== null).length, all: deletion.holders.length }
}

/** Draws the states live, deletion requested and gone: completed transitions in the kind's hue, later ones dashed. */
export function DeletionFigure({ deletion, kind, group }: DeletionFigureProps) {
  const progress = progressOf(deletion, kindHue(kind, group))
  return (
    <svg className={styles.figure} viewBox="0 0 324 76" role="img" aria-label={figureWords(deletion)}>
      <Ways deletion={deletion} progress={progress} />
      <State x={liveX} name="Live" span={spanOfLife(deletion)}>
        <circle cx={liveX} cy={lineY} r={9} fill="none" className={styles.ring} />
        <path d={shapePath({ verb: 'create', pending: false }, liveX, lineY, 1)} fill={progress.hue} />
      </State>
      <Requested deletion={deletion} progress={progress} />
      <Gone deletion={deletion} hue={progress.hue} />
    </svg>
  )
}

function Ways({ deletion, progress }: { readonly deletion: Deletion; readonly progress: Progress }) {
  const { hue, letGo, all } = progress
  const requested = deletion.type !== 'live'
  const share = deletion.type === 'gone' ? 1 : letGo / Math.max(1, all)
  return (
    <>
      <path d={`M${liveX + 9} ${lineY}H${pendingX - 37}M${wayStart} ${lineY}H${wayEnd}`} className={styles.open} />
      {requested && (
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

function Requested({ deletion, progress }: { readonly deletion: Deletion; readonly progress: Progress }) {
  const { hue, letGo, all } = progress
  const now = deletion.type === 'pending'
  const span = now && deletion.requestedAt > 0 ? `${deletion.requestedAt}–now` : ''
  return (
    <State x={pendingX} name="Deletion requested" span={span}>
      <rect
        x={pendingX - 37}
        y={lineY - 14}
        width={74}
        height={28}
        rx={5}
        className={now ? styles.boxNow : styles.box}
        style={now ? { stroke: hue } : undefined}
      />
      <path
        d={shapePath({ verb: 'delete', pending: true }, pendingX - 20, lineY, 0.9)}
        fill="none"
        stroke={deletion.type === 'live' ? 'var(--text-3)' : hue}
        strokeWidth={2.2}
        strokeLinecap="square"
      />
      <text x={pendingX + 10} y={lineY + 4} className={styles.count}>
        {all === 0 ? 'none' : `${letGo} of ${all}`}
      </text>
    </State>
  )
}

function Gone({ deletion, hue }: { readonly deletion: Deletion; readonly hue: string }) {
  const gone = deletion.type === 'gone'
  return (
    <State x={goneX} name="Gone" span={gone ? String(deletion.at) : ''}>
      <circle cx={goneX} cy={lineY} r={9} fill="none" className={gone ? styles.ring : styles.ringOpen} />
      <path
        d={shapePath({ verb: 'delete', pending: false }, goneX, lineY, 0.8)}
        fill="none"
        stroke={gone ? hue : 'var(--text-3)'}
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

function spanOfLife(deletion: Deletion): string {
  if (deletion.type === 'gone' || deletion.since === 0) return ''
  if (deletion.type === 'live') return `${deletion.since}–now`
  return deletion.requestedAt > 0 ? `${deletion.since}–${deletion.requestedAt - 1}` : ''
}

function figureWords(deletion: Deletion): string {
  if (deletion.type === 'live') return 'Deletion: live, not requested'
  if (deletion.type === 'gone') return `Deletion: gone since ${deletion.at}`
  const left = deletion.holders.filter(({ letGoAt }) => letGoAt === null).length
  return `Deletion: requested at ${deletion.requestedAt}, waiting for ${left} of ${deletion.holders.length} finalizers`
}
