import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { countText } from '#ui/model/words.ts'
import type { Build } from './build.ts'
import { hasFirstWords } from './first-words.ts'
import styles from './side.module.css'

interface WayRow {
  readonly isDone: boolean
  readonly words: string
  readonly label?: string
  readonly onGo?: () => void
}

/** The way from a recording to a lesson that can be sent, with what is done of it. [LSN39] */
export function WayList({ build, isSolved }: { readonly build: Build; readonly isSolved: boolean }) {
  const { draft, lesson, problems, setView } = build
  const count = lesson.steps.length
  const [first] = draft.steps
  const rows: readonly WayRow[] = [
    {
      isDone: count > 0,
      words:
        count > 0 ? `${countText(count, 'step')}; untick what is none` : 'Record what the learner will do: Record more',
    },
    {
      isDone: !hasFirstWords(lesson),
      words: 'A title, and the words before the first step',
      label: 'Write them',
      onGo: () => setView({ type: 'about' }),
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
