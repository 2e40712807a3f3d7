import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import type { PartProps } from '#ui/rail/lane-layers.tsx'
import { lineY } from '#ui/rail/scale.ts'
import { causeLinks } from './cause-links.ts'

/** The chain of the selected write: below the line, an arc from each cause to what followed from it. [CH2] */
export const CauseThread = memo(function CauseThread({ scale, rows }: Omit<PartProps, 'at'>) {
  const revision = useStore(useLab().selection, (state) => state.revision)
  const links = useMemo(
    () => (revision === null || scale.density === 'columns' ? [] : causeLinks(rows, revision, scale)),
    [rows, revision, scale],
  )
  return links.map(({ from, to, key }) => (
    <path
      key={key}
      d={`M${from} ${lineY + 4}C${from + 2} ${lineY + 13} ${to - 2} ${lineY + 13} ${to} ${lineY + 4}`}
      fill="none"
      stroke="var(--accent)"
      strokeWidth={1.4}
      data-cause={key}
    />
  ))
})
