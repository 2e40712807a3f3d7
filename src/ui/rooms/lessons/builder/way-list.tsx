import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { countText } from '#ui/model/words.ts'
import type { Build, BuildView } from './build.ts'
import { type FirstWord, firstWordNames, firstWords, firstWordsOf } from './first-words.ts'
import styles from './side.module.css'

interface WayRow {
  readonly isDone: boolean
  readonly words: string
  readonly label?: string
  readonly onGo?: () => void
}

const aboutAt = (field: FirstWord | undefined): BuildView => ({
  type: 'about',
  ...(field !== undefined && { field }),
})

/** Names the words that are missing; all of them once none is. */
function firstWordsText(missing: readonly FirstWord[]): string {
  const names = (missing.length === 0 ? firstWords : missing).map((field) => firstWordNames[field])
  const text = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** The way from a recording to a lesson that can be sent, with what is done of it. [LSN39] */
export function WayList({ build, isSolved }: { readonly build: Build; readonly isSolved: boolean }) {
  const { draft, lesson, problems, setView } = build
  const count = lesson.steps.length
  const [first] = draft.steps
  const missing = firstWordsOf(lesson)
  const rows: readonly WayRow[] = [
    {
      isDone: count > 0,
      words:
        count > 0 ? `${countText(count, 'step')}; untick what is none` : 'Record what the learner will do: Record more',
    },
    {
      isDone: missing.length === 0,
      words: firstWordsText(missing),
      label: 'Write them',
      onGo: () => setView(aboutAt(missing[0])),
    },
    {
      isDone: problems.length === 0,
      words: problems.length === 0 ? 'No problem in its files' : countText(problems.length, 'problem'),
      ...(first === undefined ? {} : { label: 'Show', onGo: () => setView({ type: 'step', key: first.key }) }),
    },
    { isDone: isSolved, words: 'A run in which the answers solve every step' },
  ]
  return (
    <>
      <ul className={styles.way} aria-label="The way to a lesson">
        {rows.map(({ isDone, words, label, onGo }) => (
          <li key={words} data-done={isDone ? '' : undefined}>
            <i>{isDone && <Icon name="check" size={12} />}</i>
            <span>
              {words}
              <span className="visually-hidden">{isDone ? ', done' : ', to do'}</span>
            </span>
            {!isDone && onGo !== undefined && (
              <Button size="small" look="ghost" onClick={onGo}>
                {label}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.then}>Then play it, and send it: Copy link, Export file.</p>
    </>
  )
}
