import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { lineY, type RailScale } from '#ui/rail/scale.ts'
import { terminalWrites } from './terminal-writes.ts'

interface TerminalMarksProps {
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
}

/** A prompt above each write that a terminal client sent over the bridge. [BR7] */
export function TerminalMarks({ scale, rows }: TerminalMarksProps) {
  const { cluster, terminal } = useLab()
  const requests = useStore(cluster, (state) => state.requests)
  // Columns stand for many writes.
  if (terminal === null || scale.density === 'columns') return null
  return terminalWrites(requests, (id) => terminal.sent(id) !== undefined, rows, scale).map((index) => {
    const x = scale.x(index)
    const revision = rows[index]?.revision ?? 0
    return (
      <g key={revision} data-terminal-write={revision}>
        <path d={`M${x} ${lineY - 9}v4`} stroke="var(--glyph-quiet)" />
        <rect
          x={x - 7.5}
          y={lineY - 19}
          width={15}
          height={10}
          rx={2}
          fill="var(--surface)"
          stroke="var(--glyph-quiet)"
        />
        <path
          d={`M${x - 4.5} ${lineY - 16.2}l2.2 2.2l-2.2 2.2M${x - 0.5} ${lineY - 11.6}h4.5`}
          fill="none"
          stroke="var(--text-2)"
          strokeWidth={1.2}
        />
      </g>
    )
  })
}

interface VerticalMarksProps {
  readonly shown: readonly RevisionRow[]
  readonly yOf: (index: number) => number
}

/** A prompt left of each write that a terminal client sent over the bridge. [BR7] */
export function VerticalMarks({ shown, yOf }: VerticalMarksProps) {
  const { cluster, terminal } = useLab()
  const requests = useStore(cluster, (state) => state.requests)
  if (terminal === null) return null
  const range = { first: 0, end: shown.length }
  return terminalWrites(requests, (id) => terminal.sent(id) !== undefined, shown, range).map((index) => (
    <path
      key={shown[index]?.revision ?? 0}
      data-terminal-write={shown[index]?.revision ?? 0}
      d={`M0.8 ${yOf(index) - 2.4}l2.4 2.4l-2.4 2.4`}
      fill="none"
      stroke="var(--text-2)"
      strokeWidth={1.3}
    />
  ))
}
