import { useStore } from 'zustand'
import type { ContinueTokenInfo, StorageStatus } from '#facts/fact.ts'
import { pinLabel } from '#ui/rail/marks.ts'
import { expireEffect, expireWords } from '#ui/lab/expire-effect.ts'
import { bytesText, countText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { commitText, diskNumber } from './storage-words.ts'
import styles from './storage.module.css'

const left = 8
const right = 414
const snapWidth = 36

/** Positions of the parts of the log: compacted, snapshot, segments, the open segment. */
export function logLayout(storage: StorageStatus) {
  const { compacted, published } = storage
  const snapshot = diskNumber(storage, 'snapshotRevision')
  const segments = Math.max(1, diskNumber(storage, 'logSegments'))
  const droppedEnd =
    compacted === 0 ? left : left + Math.max(96, Math.min(250, ((right - left) * compacted) / Math.max(1, published)))
  const bodyStart = droppedEnd + 3 + (snapshot > 0 ? snapWidth : 0)
  const openWidth = 10
  const shown = Math.min(segments, 4)
  const width = (right - openWidth - bodyStart) / shown
  return {
    compacted,
    published,
    snapshot,
    droppedEnd,
    openWidth,
    width,
    starts: Array.from({ length: shown }, (_, at) => bodyStart + at * width),
    /** Returns the position of a revision above the snapshot. */
    x: (revision: number) => {
      const from = Math.max(compacted, 0)
      return bodyStart + ((revision - from) / Math.max(1, published - from)) * (right - bodyStart)
    },
  }
}

type Layout = ReturnType<typeof logLayout>

function Dropped({ layout }: { readonly layout: Layout }) {
  if (layout.compacted === 0) return null
  const width = layout.droppedEnd - left
  return (
    <>
      <rect x={left} y={22} width={width} height={30} fill="url(#log-dropped)" stroke="var(--border-2)" />
      <text
        x={left + width / 2}
        y={41}
        className={styles.segment}
        paintOrder="stroke"
        stroke="var(--surface)"
        strokeWidth={4}
      >
        1–{numberText(layout.compacted)} dropped
      </text>
      <path d={`M${layout.droppedEnd} 10V60`} stroke="var(--glyph-quiet)" strokeWidth={1.5} />
      <text x={layout.droppedEnd - 5} y={16} className={styles.mark} textAnchor="end">
        compacted at {numberText(layout.compacted)}
      </text>
    </>
  )
}

function Pins({ layout, tokens }: { readonly layout: Layout; readonly tokens: readonly ContinueTokenInfo[] }) {
  return tokens.map((token) => {
    const x = Math.min(right - 12, layout.x(token.revision))
    return (
      <g key={token.id} className={styles.pin}>
        <path d={`M${x} 52v20`} stroke="var(--glyph-quiet)" />
        <rect x={x - 11} y={72} width={22} height={12} rx={2.5} />
        <text x={x} y={81.5}>
          {pinLabel(token)}
        </text>
      </g>
    )
  })
}

function Segments({ layout, kind }: { readonly layout: Layout; readonly kind: string }) {
  const { published, snapshot, starts, width, openWidth } = layout
  return (
    <>
      {starts.map((x, at) => (
        <rect
          key={x}
          x={x}
          y={22}
          width={Math.max(4, width - 2)}
          height={30}
          rx={2}
          fill="var(--accent-soft)"
          stroke="var(--accent-line)"
          data-segment={at}
        />
      ))}
      <text
        x={(starts[0] ?? left) + (right - openWidth - (starts[0] ?? left)) / 2}
        y={66}
        className={styles.mark}
        textAnchor="middle"
      >
        {numberText(Math.max(snapshot, layout.compacted) + 1)}–{numberText(published)}
      </text>
      <rect
        x={right - openWidth + 1}
        y={22}
        width={openWidth - 2}
        height={30}
        rx={2}
        fill="var(--accent-soft)"
        stroke="var(--accent)"
        strokeWidth={2}
      />
      <path d={`M${right + 3} 10V60`} stroke="var(--live-line)" strokeWidth={2} />
      <text
        x={right - 1}
        y={16}
        className={styles.mark}
        textAnchor="end"
        style={{ fill: 'var(--live)', fontWeight: 600 }}
      >
        {kind === 'memory' ? 'in memory to' : 'on disk to'} {numberText(published)}
      </text>
    </>
  )
}

function Picture({
  storage,
  tokens,
}: {
  readonly storage: StorageStatus
  readonly tokens: readonly ContinueTokenInfo[]
}) {
  const layout = logLayout(storage)
  const { snapshot, droppedEnd } = layout
  return (
    <svg width={430} height={92} viewBox="0 0 430 92" aria-hidden="true">
      <defs>
        <pattern id="log-dropped" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" stroke="var(--border-2)" strokeWidth={1.6} />
        </pattern>
      </defs>
      <Dropped layout={layout} />
      {snapshot > 0 && (
        <>
          <rect
            x={droppedEnd + 3}
            y={22}
            width={snapWidth - 3}
            height={30}
            rx={2}
            fill="var(--sunken)"
            stroke="var(--glyph-quiet)"
          />
          <text x={droppedEnd + 3 + (snapWidth - 3) / 2} y={41} className={styles.segment}>
            snap
          </text>
        </>
      )}
      <Segments layout={layout} kind={storage.kind} />
      <Pins layout={layout} tokens={tokens} />
    </svg>
  )
}

/** Draws the log on the scale of the rail, and what Expire would drop before it is pressed. */
export function LogPicture({ storage }: { readonly storage: StorageStatus }) {
  const lab = useLab()
  const tokens = useStore(lab.cluster, (state) => state.tokens)
  const live = [...tokens.values()].filter(({ state }) => state === 'live')
  const rows = useStore(lab.cluster, (state) => state.rows)
  const { published, compacted } = storage
  const effect = expireEffect({ rows, published, compacted, tokens: live, stopped: [] }, published)
  const bytes = diskNumber(storage, 'logBytes')
  const segments = diskNumber(storage, 'logSegments')
  return (
    <article
      className={styles.log}
      aria-label={`Log: compacted at ${storage.compacted}, written to ${storage.published}`}
    >
      <header>
        <h3>Log</h3>
        <span className={styles.note}>
          {segments > 0 ? `${countText(segments, 'segment')}, ${bytesText(bytes)}` : `${storage.versionCount} versions`}
        </span>
        <span className={styles.fill} />
        <span className={styles.note}>{commitText(storage)}</span>
      </header>
      <Picture storage={storage} tokens={live} />
      <p className={styles.say}>
        <b>Expire everything:</b> {expireWords(effect).join(' ')}
      </p>
    </article>
  )
}
