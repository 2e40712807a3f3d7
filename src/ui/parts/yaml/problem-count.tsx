import { useRef } from 'react'
import type { TextEditor } from '#editor/text-editor.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { chordText } from '#ui/keyboard/chord.ts'
import { Button } from '#ui/kit/button.tsx'
import { problemText } from '#ui/language/server-problems.ts'
import { countText } from '#ui/model/words.ts'
import styles from './yaml.module.css'

type Step = (step: 1 | -1) => void

/** Returns a function that selects the next or previous problem in the editor; after the last one follows the first. */
export function useProblemSteps(problems: readonly ManifestProblem[]) {
  const editor = useRef<TextEditor | null>(null)
  const at = useRef(-1)
  const step: Step = (by) => {
    at.current = problems.length === 0 ? -1 : (at.current + by + problems.length) % problems.length
    const found = problems[at.current]
    if (found === undefined) return
    editor.current?.select(found.range)
    editor.current?.focus()
  }
  const fix = (): void => {
    const found = problems[Math.max(0, at.current)] ?? problems[0]
    const fixable =
      found !== undefined && found.fixes.length > 0 ? found : problems.find(({ fixes }) => fixes.length > 0)
    if (fixable === undefined) return
    editor.current?.select({ start: fixable.range.start, end: fixable.range.start })
    editor.current?.showFixes()
  }
  const hold = (made: TextEditor | null): void => {
    editor.current = made
  }
  const toText = (): void => editor.current?.focus()
  return { step, fix, hold, toText }
}

interface ProblemCountProps {
  readonly problems: readonly ManifestProblem[]
  readonly onStep: Step
  /** Opens the list of fixes at the current problem. */
  readonly onFix: () => void
}

/** The number of problems of the draft; a press goes to the next one. Beside it the fixes, if there are any. */
export function ProblemCount({ problems, onStep, onFix }: ProblemCountProps) {
  const [first] = problems
  if (first === undefined) return null
  return (
    <>
      <button
        type="button"
        className={styles.problems}
        title={`${problemText(first)}. F8 goes to the next problem`}
        onClick={() => onStep(1)}
        data-testid="yaml-problems"
      >
        {countText(problems.length, 'problem')}
      </button>
      {problems.some(({ fixes }) => fixes.length > 0) && (
        <Button size="small" icon="bolt" onClick={onFix} data-testid="yaml-fix">
          Quick fix <kbd>{chordText('Mod+.')}</kbd>
        </Button>
      )}
    </>
  )
}
