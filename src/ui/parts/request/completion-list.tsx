import { classes } from '#ui/kit/button.tsx'
import { KindSquare } from '#ui/kit/text.tsx'
import type { Completion } from './path-completion.ts'
import styles from './request-form.module.css'

interface CompletionListProps {
  readonly id: string
  readonly completions: readonly Completion[]
  readonly chosen: number
  readonly onTake: (path: string) => void
}

/** Completions of the path. The field keeps the focus; the list only displays and handles clicks. */
export function CompletionList({ id, completions, chosen, onTake }: CompletionListProps) {
  return (
    <div className={styles.completions} id={id} role="listbox" aria-label="Paths">
      {completions.map((completion, at) => (
        <div
          key={completion.path}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className={classes(styles.completion, at === chosen && styles.chosen)}
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(completion.path)
          }}
        >
          {completion.kind !== '' && <KindSquare kind={completion.kind} group={completion.group} />}
          <code>{completion.label}</code>
          <span>{completion.note}</span>
        </div>
      ))}
    </div>
  )
}
