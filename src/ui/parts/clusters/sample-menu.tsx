import { useEffect, useState } from 'react'
import type { DebugSamples, SampleInfo } from '#facts/debug-api.ts'
import { Refusal } from '#client/refusal.ts'
import { MenuButton } from '#ui/kit/menu.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { getJson } from '#ui/model/api.ts'

/** The sample that a new page begins with. */
export const firstSample = 'book-shop'

/** Makes a cluster of one of the host's samples. [MC19] */
export function SampleMenu({ onChoose }: { readonly onChoose: (sample: SampleInfo) => void }) {
  const { read } = useLab()
  const [samples, setSamples] = useState<readonly SampleInfo[]>([])
  useEffect(() => {
    const ending = new AbortController()
    getJson<DebugSamples>(read, '/debug/samples').then(
      (found) => {
        // The button beside the menu makes an empty one.
        if (!ending.signal.aborted) setSamples(found.samples.filter(({ id }) => id !== 'empty'))
      },
      (error: unknown) => {
        if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      },
    )
    return () => ending.abort()
  }, [read])
  return (
    <MenuButton
      size="small"
      icon="plus"
      menuLabel="From sample"
      disabled={samples.length === 0}
      sections={[
        {
          items: samples.map((sample) => ({
            id: sample.id,
            label: sample.title,
            run: () => onChoose(sample),
          })),
        },
      ]}
    >
      From sample
    </MenuButton>
  )
}
