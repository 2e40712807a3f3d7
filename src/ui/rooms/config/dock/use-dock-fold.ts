import { useStore } from 'zustand'
import { useLow } from '#ui/kit/use-narrow.ts'
import { useLab } from '#ui/lab/use-lab.ts'

/** Returns the fold of the room's dock, which is that of the Lab's: in a low window the editor needs its lines. [UI14] */
export function useDockFold() {
  const { layout } = useLab()
  const isLow = useLow()
  const isFolded = useStore(layout, ({ folded }) => folded.dock) && isLow
  return { isLow, isFolded, fold: (next: boolean) => layout.setFolded('dock', next) }
}
