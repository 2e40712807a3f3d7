import { memo } from 'react'
import { kindHue } from '#ui/kit/kind-hue.ts'
import type { PlacedFlag } from './flags.ts'
import { type DeletionSpan, type Hop, hopPath, type Pin, type Refusal, type Tick } from './marks.ts'
import { lineY, railHeight, type RailScale } from './scale.ts'
import { numberText } from '#ui/model/words.ts'
import styles from './rail.module.css'

export const flagTones = {
  live: ['var(--live-soft)', 'var(--live-line)', 'var(--live)'],
  slow: ['var(--surface)', 'var(--glyph-quiet)', 'var(--text-2)'],
  gone: ['var(--refused-soft)', 'var(--refused-line)', 'var(--refused)'],
} as const

/** The flag of a watch: pole, pennant pointing to the past, letter; a slow one shows how far it is behind. */
export function Flag({ flag, newestX }: { readonly flag: PlacedFlag; readonly newestX: number }) {
  const [soft, line, words] = flagTones[flag.state]
  const { x } = flag
  return (
    <g>
      <title>{flag.title}</title>
      {flag.noteX !== null && <FlagNote flag={flag} x={flag.noteX} newestX={newestX} />}
      <path d={`M${x} 4V37`} stroke={line} strokeDasharray={flag.state === 'gone' ? '2 2' : undefined} />
      <path d={`M${x} 4h-14l3 5.5l-3 5.5h14z`} fill={soft} stroke={line} strokeLinejoin="round" />
      <text x={x - 5.2} y={12.8} className={styles.flag} fill={words}>
        {flag.text}
      </text>
    </g>
  )
}

/** Draws how far a slow watch is behind, with a dotted line to the newest write where the words stand before it. */
function FlagNote({ flag, x, newestX }: { readonly flag: PlacedFlag; readonly x: number; readonly newestX: number }) {
  const text = `${numberText(flag.behind)} behind`
  const end = x + text.length * 5.6 + 6
  return (
    <>
      {x > flag.x && newestX > end + 20 && (
        <path d={`M${end} 9.5H${newestX - 18}`} stroke="var(--glyph-quiet)" strokeDasharray="1.5 3" />
      )}
      <text x={x + 2} y={13} className={styles.note}>
        {text}
      </text>
    </>
  )
}

/** Marks of refused writes. */
export const Refusals = memo(function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  return refusals.map(({ id, x }) => <RefusalMark key={id} id={id} x={x} />)
})

const RefusalMark = memo(function RefusalMark({ id, x }: { readonly id: number; readonly x: number }) {
  const v = `M${x - 3.8} ${lineY - 18}L${x} ${lineY - 10.5}L${x + 3.8} ${lineY - 18}`
  return (
    <g data-refused={id}>
      <path d={v} fill="none" stroke="var(--sunken)" strokeWidth={5} />
      <path
        d={v}
        fill="none"
        stroke="var(--refused-line)"
        strokeWidth={1.6}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </g>
  )
})

/** Ticks and numbers under the line; a number next to the position of a pin is hidden. */
export const Ticks = memo(function Ticks({
  ticks,
  pins,
}: {
  readonly ticks: readonly Tick[]
  readonly pins: readonly number[]
}) {
  return ticks.map(({ x, label, revision }) => (
    <TickMark
      key={revision}
      x={x}
      isLong={label !== null}
      label={pins.some((pin) => Math.abs(pin - x) < 26) ? null : label}
    />
  ))
})

interface TickMarkProps {
  readonly x: number
  readonly isLong: boolean
  /** The number that is drawn; `null` for none. */
  readonly label: number | null
}

/** One tick: a write adds one, and the others stay as they are drawn. [PF5] */
const TickMark = memo(function TickMark({ x, isLong, label }: TickMarkProps) {
  return (
    <g>
      <path d={`M${x} ${isLong ? 49 : 50}v${isLong ? 4 : 3}`} stroke="var(--border-2)" />
      {label !== null && (
        <text x={x} y={62} className={styles.tick}>
          {numberText(label)}
        </text>
      )}
    </g>
  )
})

/** The thread of the selected object. */
export const Thread = memo(function Thread({ hops }: { readonly hops: readonly Hop[] }) {
  return hops.map((hop) => <Arc key={hop.revision} path={hopPath(hop)} ahead={hop.ahead} />)
})

const Arc = memo(function Arc({ path, ahead }: { readonly path: string; readonly ahead: boolean }) {
  return (
    <path
      d={path}
      fill="none"
      stroke="var(--accent-line)"
      strokeWidth={1.4}
      strokeDasharray={ahead ? '2 3' : undefined}
    />
  )
})

const spanY = 47.5

/** A deletion that waits, or waited, for finalizers. */
export function Span({ span, nowX }: { readonly span: DeletionSpan; readonly nowX: number }) {
  const hue = kindHue(span.kind, span.group)
  const end = span.to ?? nowX
  return (
    <g>
      <path
        d={`M${span.from} ${spanY}H${span.to === null ? end - 4 : end}M${span.from} ${spanY - 3}v6`}
        stroke={hue}
        strokeWidth={2}
      />
      {span.released.map((x) => (
        <circle key={x} cx={x} cy={spanY} r={2.4} fill="var(--sunken)" stroke={hue} strokeWidth={1.4} />
      ))}
      {span.to === null ? (
        <path d={`M${end - 7} 44.7l3.4 2.8l-3.4 2.8`} fill="none" stroke={hue} strokeWidth={1.6} />
      ) : (
        <path d={`M${end} ${spanY - 3}v6`} stroke={hue} strokeWidth={2} />
      )}
    </g>
  )
}

/** The snapshot of a paged list. */
export function PinMark({ pin }: { readonly pin: Pin }) {
  const half = Math.max(11, pin.label.length * 3 + 4)
  return (
    <g>
      <path d={`M${pin.x} 46V52`} stroke="var(--text-3)" />
      <rect
        x={pin.x - half}
        y={52}
        width={2 * half}
        height={11.5}
        rx={2.5}
        fill="var(--surface)"
        stroke="var(--glyph-quiet)"
      />
      <text x={pin.x} y={60.8} className={styles.pin}>
        {pin.label}
      </text>
    </g>
  )
}

interface GoneProps {
  readonly scale: RailScale
  readonly compacted: number
  readonly height?: number
}

/** The hatched area of compacted history. */
export const GoneHatch = memo(function GoneHatch({ scale, compacted, height = railHeight }: GoneProps) {
  const edge = scale.gone - 4
  if (compacted === 0 || edge < 20) return null
  const label = `≤ ${numberText(compacted)} gone`
  const width = label.length * 5.2 + 4
  const middle = Math.min(edge / 2, edge - width / 2)
  return (
    <g>
      <defs>
        <pattern id="rail-gone" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" stroke="var(--border-2)" strokeWidth={1.6} />
        </pattern>
      </defs>
      <rect width={edge} height={height} fill="url(#rail-gone)" />
      <path d={`M${edge} 0V${height}`} stroke="var(--glyph-quiet)" strokeWidth={1.5} />
      <rect x={middle - width / 2} y={45} width={width} height={14} rx={2} fill="var(--sunken)" />
      <text x={middle} y={55.5} textAnchor="middle" className={styles.note}>
        {label}
      </text>
    </g>
  )
})
