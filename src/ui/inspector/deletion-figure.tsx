import { kindHue } from '../glyphs/kind-hue.ts'
import { shapePath } from '../glyphs/glyph.tsx'
import type { Deletion } from './deletion.ts'
import styles from './inspector.module.css'

interface DeletionFigureProps {
  readonly deletion: Deletion
  readonly kind: string
  readonly group: string
}

/** Where each of the three states stands, in a drawing 320 wide. */
const [liveX, pendingX, goneX, lineY] = [28, 166, 296, 26]

/** Live, deletion requested, gone: the way travelled in the kind's hue, the way to go dashed. [FI3] */
export function DeletionFigure({ deletion, kind, group }: DeletionFigureProps) {
  const hue = kindHue(kind, group)
  const pending = deletion.type !== 'live'
  const gone = deletion.type === 'gone'
  const letGo = deletion.type === 'live' ? 0 : deletion.holders.filter(({ letGoAt }) => letGoAt !== null).length
  const all = deletion.type === 'live' ? deletion.finalizers.length : deletion.holders.length
  const reached = gone ? goneX - 10 : pendingX + 37 + ((goneX - 10 - pendingX - 37) * letGo) / Math.max(1, all)
  return (
    <svg className={styles.figure} viewBox="0 0 324 76" role="img" aria-label={figureWords(deletion)}>
      <line
        x1={liveX + 9}
        y1={lineY}
        x2={pendingX - 37}
        y2={lineY}
        className={pending ? undefined : styles.open}
        stroke={pending ? hue : undefined}
        strokeWidth={2}
      />
      <line x1={pendingX + 37} y1={lineY} x2={goneX - 10} y2={lineY} className={styles.open} strokeWidth={2} />
      {pending && <line x1={pendingX + 37} y1={lineY} x2={reached} y2={lineY} stroke={hue} strokeWidth={2} />}
      <text x={(liveX + pendingX - 28) / 2} y={lineY - 8}>
        delete
      </text>
      <text x={(pendingX + 37 + goneX - 10) / 2} y={lineY - 8}>
        last holder
      </text>
      <circle cx={liveX} cy={lineY} r={9} fill="none" className={styles.ring} />
      <path d={shapePath('create', liveX, lineY, 1)} fill={hue} />
      <rect
        x={pendingX - 37}
        y={lineY - 14}
        width={74}
        height={28}
        rx={5}
        className={pending && !gone ? styles.boxNow : styles.box}
        style={pending && !gone ? { stroke: hue } : undefined}
      />
      <path
        d={shapePath('delete', pendingX - 20, lineY, 0.9, true)}
        fill="none"
        stroke={pending ? hue : 'var(--text-3)'}
        strokeWidth={2.2}
        strokeLinecap="square"
      />
      <text x={pendingX + 10} y={lineY + 4} className={styles.count}>
        {all === 0 ? 'none' : `${letGo} of ${all}`}
      </text>
      <circle cx={goneX} cy={lineY} r={9} fill="none" className={gone ? styles.ring : styles.ringOpen} />
      <path
        d={shapePath('delete', goneX, lineY, 0.8)}
        fill="none"
        stroke={gone ? hue : 'var(--text-3)'}
        strokeWidth={2}
        strokeLinecap="square"
      />
      <text x={liveX} y={56} className={styles.state}>
        Live
      </text>
      <text x={pendingX} y={56} className={styles.state}>
        Deletion requested
      </text>
      <text x={goneX} y={56} className={styles.state}>
        Gone
      </text>
      <text x={liveX} y={70} className={styles.span}>
        {spanOfLife(deletion)}
      </text>
      <text x={pendingX} y={70} className={styles.span}>
        {deletion.type === 'pending' && deletion.requestedAt > 0 ? `${deletion.requestedAt}–now` : ''}
      </text>
      <text x={goneX} y={70} className={styles.span}>
        {deletion.type === 'gone' ? deletion.at : ''}
      </text>
    </svg>
  )
}

function spanOfLife(deletion: Deletion): string {
  if (deletion.type === 'gone' || deletion.since === 0) return ''
  return deletion.type === 'live'
    ? `${deletion.since}–now`
    : deletion.requestedAt > 0
      ? `${deletion.since}–${deletion.requestedAt - 1}`
      : ''
}

function figureWords(deletion: Deletion): string {
  if (deletion.type === 'live') return 'Deletion: live, not requested'
  if (deletion.type === 'gone') return `Deletion: gone since ${deletion.at}`
  const left = deletion.holders.filter(({ letGoAt }) => letGoAt === null).length
  return `Deletion: requested at ${deletion.requestedAt}, waiting on ${left} of ${deletion.holders.length} holders, not yet gone`
}
