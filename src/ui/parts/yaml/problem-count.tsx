import { useRef } from 'react'
import type { TextEditor } from '#editor/text-editor.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
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
  const hold = (made: TextEditor | null): void => {
    editor.current = made
  }
  return { step, hold }
}

interface ProblemCountProps {
  readonly problems: readonly ManifestProblem[]
  readonly onStep: Step
}

/** The number of problems of the draft; a press goes to the next one. */
export function ProblemCount({ problems, onStep }: ProblemCountProps) {
  const [first] = problems
  if (first === undefined) return null
  return (
    <button
      type="button"
      className={styles.problems}
      title={`${problemText(first)}. F8 goes to the next problem`}
      onClick={() => onStep(1)}
      data-testid="yaml-problems"
    >
      {countText(problems.length, 'problem')}
    </button>
  )
}
