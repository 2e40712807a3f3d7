import { Button } from '#ui/kit/button.tsx'
import { useDockFold } from './use-dock-fold.ts'

/** Folds and unfolds the dock of a low window; others show it always. */
export function FoldButton() {
  const { isLow, isFolded, fold } = useDockFold()
  if (!isLow) return null
  return (
    <Button size="small" look="ghost" onClick={() => fold(!isFolded)}>
      {isFolded ? 'Show dock' : 'Hide dock'}
    </Button>
  )
}
