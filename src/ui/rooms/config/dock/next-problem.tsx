import { chordText } from '#ui/keyboard/chord.ts'
import { Button } from '#ui/kit/button.tsx'

/** Moves the editor to the next of `count` problems, as F8 does. */
export function NextProblem({ count, step }: { readonly count: number; readonly step: () => void }) {
  return (
    <Button look="ghost" size="small" disabled={count === 0} aria-keyshortcuts="F8" onClick={step}>
      Next <kbd>{chordText('F8')}</kbd>
    </Button>
  )
}
